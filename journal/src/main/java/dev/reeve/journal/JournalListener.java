package dev.reeve.journal;

/** Callbacks of the journal, on its threads. They must not block or throw. */
public interface JournalListener {
    /**
     * {@link Journal#mayApply}, {@link Journal#mayReply} or {@link Journal#room} changed, or the state of a snapshot.
     */
    void advanced();

    /**
     * The entries from this position on were removed and will never commit. They may have been applied, but not answered.
     * Other entries may get their positions. Unlike the other callbacks it is called on the loop, in a task of the
     * journal, before another entry is appended by {@link Journal#append}.
     */
    default void discarded(long position) {}

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
