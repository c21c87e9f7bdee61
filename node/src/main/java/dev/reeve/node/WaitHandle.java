package dev.reeve.node;

/** Handle of a call that may be blocked. Both methods do nothing after the reply. Loop only. */
public interface WaitHandle {
    /**
     * The client has disconnected: its completion is not called any more, and a job leased in the meantime is released
     * to its old position.
     */
    void cancel();

    /**
     * The client has half-closed the connection and may be gone: a blocked lease call times out now, and a foreground
     * job is abandoned.
     */
    void inputEnded();
}
