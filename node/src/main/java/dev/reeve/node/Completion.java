package dev.reeve.node;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import org.jspecify.annotations.Nullable;

/**
 * The callbacks for the result of a command or a query. Exactly one of {@link #outcome}, {@link #reply}, {@link
 * #refused} and {@link #outcomeUnknown} is called, once, on the loop, and never from within the submitting call. {@link
 * #resultFixed} may be called before it, even from within the submitting call.
 */
public interface Completion<R> {
    /** Called with the outcome. Override it to get the details of a rejection. */
    default void outcome(Outcome<R> outcome) {
        Rejection rejection = outcome.rejection();
        if (rejection != null) {
            refused(rejection);
        } else {
            reply(outcome.reply());
        }
    }

    /**
     * Called when the result is final but not yet durable, so that its size can be accounted for. The client's next
     * command may be executed now.
     */
    default void resultFixed(R value) {}

    /** Where the call comes from; null if that is not known. */
    default @Nullable Origin origin() {
        return null;
    }

    /** The command or query succeeded, and all that it depends on is durable. */
    void reply(R value);

    void refused(Rejection why);

    /**
     * Whether the command took effect is unknown: the server stops, or the journal cannot tell. The door closes the
     * connection.
     */
    void outcomeUnknown();
}
