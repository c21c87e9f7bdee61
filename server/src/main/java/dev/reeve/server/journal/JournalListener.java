package dev.reeve.server.journal;

/** Hears from the journal on threads of the journal. It must not block and must not throw. */
public interface JournalListener {
    /** {@link Journal#mayApply}, {@link Journal#mayReply} or {@link Journal#room} moved, or a snapshot did. */
    void advanced();

    /** A write or a sync failed. Called once; nothing more becomes repliable after it. */
    void failed(String what, Throwable cause);
}
