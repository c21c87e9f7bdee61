package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.Job;

/**
 * Abandons all foreground jobs; those of one member, if it comes from a member of a cluster. Submitted after a restart, because
 * their creators are disconnected then.
 */
public record AbandonAll() implements Command<Done> {
    @Override
    public Outcome<Done> apply(EngineState state) {
        for (Job job : state.foreground().all()) {
            if (state.isOwn(job)) {
                state.ends().abandon(job);
            }
        }
        return Outcome.done();
    }
}
