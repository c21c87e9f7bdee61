package dev.reeve.node;

/** The callbacks for the result of a call that may block. */
public interface WaitCompletion<R> extends Completion<R> {
    void timedOut();

    /**
     * The outcome is final, but its reply may still be pending. The client's next command may be executed now. Called
     * once, on the loop, before the reply, and possibly from within the submitting call.
     */
    void decided();
}
