package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.webhook.Webhook;

/** Adds a webhook or replaces the one of that name. Returns whether it is new. */
public record PutWebhook(Webhook webhook) implements Command<Boolean> {
    @Override
    public long growthBytes() {
        return webhook.sizeBytes();
    }

    @Override
    public long growthBytes(EngineState state) {
        Webhook known = state.webhooks().get(webhook.name());
        return Math.max(0, growthBytes() - (known == null ? 0 : known.sizeBytes()));
    }

    @Override
    public Outcome<Boolean> apply(EngineState state) {
        return state.webhooks().put(webhook);
    }
}
