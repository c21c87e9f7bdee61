package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.webhook.Webhook;

/** Adds a webhook or replaces the one of that name, which keeps its secret if none is given. Returns whether it is new. */
public record PutWebhook(Webhook webhook) implements Command<Boolean> {
    @Override
    public long growthBytes() {
        return webhook.sizeBytes();
    }

    @Override
    public long growthBytes(EngineState state) {
        return state.webhooks().growthBytes(webhook);
    }

    @Override
    public Outcome<Boolean> apply(EngineState state) {
        return state.webhooks().put(webhook);
    }
}
