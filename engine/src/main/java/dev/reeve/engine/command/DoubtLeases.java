package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;

/**
 * Puts the leases in doubt that are not confirmed; those of one member, if it comes from a member of a cluster. Submitted after a restart, because their replies may never have been
 * sent.
 */
public record DoubtLeases() implements Command<Done> {
    @Override
    public Outcome<Done> apply(EngineState state) {
        state.deliveries().restarted(state.member(), state.lastToken());
        return Outcome.done();
    }
}
