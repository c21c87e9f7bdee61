package dev.reeve.server.node;

/** Something that may be waiting. Both calls do nothing when the answer has been given. Loop only. */
public interface WaitHandle {
    /** The client has gone: its completion is not called any more, and a job leased meanwhile goes back to its place. */
    void cancel();

    /** The client sends nothing more, and may have gone: what would hand it a job ends now with its time-out. */
    void inputEnded();
}
