package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;

/**
 * Records that the replies of all leases up to a token have been sent; of those that the member of a cluster granted, if it
 * comes from one. Submitted some time after they were sent.
 *
 * @param token the token of the last of these leases
 */
public record ConfirmLeases(long token) implements Command<Done> {
    @Override
    public Outcome<Done> apply(EngineState state) {
        state.deliveries().confirm(state.member(), Math.min(token, state.lastToken()));
        return Outcome.done();
    }
}
