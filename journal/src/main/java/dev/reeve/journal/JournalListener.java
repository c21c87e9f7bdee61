package dev.reeve.journal;

/** Callbacks of the journal, on its threads. They must not block or throw. */
public interface JournalListener {
    /**
     * {@link Journal#mayApply}, {@link Journal#mayReply} or {@link Journal#room} changed, or the state of a snapshot.
     */
    void advanced();

    /** A batch with this many entries was written. */
    default void wrote(int entries) {}

    /** The live segment was synced. */
    default void synced(long tookNanos) {}

    /** A snapshot was published: the next restart begins with it. */
    default void snapshotPublished(long bytes, long tookNanos) {}

    /** A snapshot failed. It is retried later. */
    default void snapshotFailed() {}

    /** A write or a sync failed. Called once; no further position becomes repliable. */
    void failed(String message, Throwable cause);
}
