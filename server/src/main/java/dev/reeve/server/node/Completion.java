package dev.reeve.server.node;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;

/**
 * Takes the answer to a command or a query: exactly one of these is called, once, on the loop, and never from within the
 * call that asked. Before it, and even from within that call, {@link #known} may be.
 */
public interface Completion<R> {
    /** What it came to. Who wants to know more of a refusal than the reason takes it here. */
    default void outcome(Outcome<R> outcome) {
        Rejection rejection = outcome.rejection();
        if (rejection != null) {
            refused(rejection);
        } else {
            reply(outcome.reply());
        }
    }

    /** What the reply will be is known, and held back from now on; for who has to mind how much that is. */
    default void resultFixed(R value) {}

    /** Done, and safe on disk. */
    void reply(R value);

    void refused(Rejection why);

    /** Whether it was done cannot be told: the server stops. The door closes the connection. */
    void outcomeUnknown();
}
