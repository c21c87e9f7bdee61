package dev.reeve.server.node;

/** Takes the answer to something that may have to wait. */
public interface WaitCompletion<R> extends Completion<R> {
    void timedOut();

    /**
     * The outcome is fixed, though it may not be answered yet: what the client sent next may now be executed. Called
     * once, on the loop, before the answer; it may come from within the call that asked.
     */
    void decided();
}
