package dev.reeve.node;

/** The callbacks for the result of a call that may block. */
public interface WaitCompletion<R> extends Completion<R> {
    void timedOut();

    /** The wait is over without a job, because the worker is quiet. */
    default void quiet() {
        timedOut();
    }

    @Override
    default void resultFixed(R value) {
        decided();
    }

    /**
     * The call ends without a result, but its reply may still be pending. The client's next command may be executed now.
     * Called once in place of {@link #resultFixed}, on the loop, before the reply, and possibly from within the
     * submitting call.
     */
    void decided();
}
