package dev.reeve.access;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.node.Completion;
import dev.reeve.node.Origin;
import org.jspecify.annotations.Nullable;

/** Gets the outcome of a command or query in place of another completion, and decides what that one gets, and when. */
abstract class OutcomeFilter<R> implements Completion<R> {
    final Completion<R> done;

    OutcomeFilter(Completion<R> done) {
        this.done = done;
    }

    @Override
    public final @Nullable Origin origin() {
        return done.origin();
    }

    @Override
    public abstract void outcome(Outcome<R> outcome);

    @Override
    public final void resultFixed(R value) {
        done.resultFixed(value);
    }

    @Override
    public final void reply(R value) {
        outcome(Outcome.of(value));
    }

    @Override
    public final void refused(Rejection why) {
        outcome(Outcome.refused(why));
    }

    @Override
    public final void outcomeUnknown() {
        done.outcomeUnknown();
    }
}
