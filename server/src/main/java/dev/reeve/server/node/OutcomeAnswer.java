package dev.reeve.server.node;

import dev.reeve.engine.Outcome;

/** The answer to one who does not wait: what the command or the query came to. */
record OutcomeAnswer<R>(Outcome<R> outcome, Completion<R> done) implements PendingReplies.Answer {
    @Override
    public void deliver() {
        done.outcome(outcome);
    }

    @Override
    public void giveUp() {
        done.outcomeUnknown();
    }
}
