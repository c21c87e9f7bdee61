package dev.reeve.server.journal;

/** Hears from the journal on threads of the journal. It must not block and must not throw. */
public interface JournalListener {
    /** {@link Journal#mayApply}, {@link Journal#mayReply} or {@link Journal#room} moved, or a snapshot did. */
    void advanced();

    /** A batch of that many entries was written. */
    default void wrote(int entries) {}

    /** The live segment was synced. */
    default void synced(long tookNanos) {}

    /** A snapshot has come to be the one that a restart begins with. */
    default void snapshotPublished(long bytes, long tookNanos) {}

    /** A snapshot was given up; another one is tried later. */
    default void snapshotFailed() {}

    /** A write or a sync failed. Called once; nothing more becomes repliable after it. */
    void failed(String what, Throwable cause);
}
