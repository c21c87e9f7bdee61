package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;

/** Removes a webhook. Deliveries that have not been made fail. */
public record DropWebhook(String name) implements Command<Done> {
    @Override
    public Outcome<Done> apply(EngineState state) {
        return state.webhooks().drop(name) ? Outcome.done() : Outcome.refused(Rejection.WEBHOOK_NOT_FOUND);
    }
}
