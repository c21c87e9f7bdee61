package dev.reeve.engine.command;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.webhook.Webhooks;

/** Adds a delivery to a webhook that only shows that deliveries arrive. */
public record TestWebhook(String name) implements Command<AddedJob> {
    @Override
    public long growthBytes() {
        return Webhooks.testBytes(name);
    }

    @Override
    public long growthBytes(EngineState state) {
        long queue = Growth.queue(Webhooks.QUEUE) - Growth.queue(state, Webhooks.QUEUE);
        return state.webhooks().get(name) == null ? 0 : growthBytes() - queue;
    }

    @Override
    public Outcome<AddedJob> apply(EngineState state) {
        return state.webhooks().test(name);
    }
}
