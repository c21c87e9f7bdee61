package dev.reeve.engine.webhook;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Read access to webhooks. Their secrets are shown to nobody but the sender of deliveries. */
public final class WebhookQueries {
    private final Webhooks webhooks;

    public WebhookQueries(Webhooks webhooks) {
        this.webhooks = webhooks;
    }

    /** All webhooks, ordered by name, without their secrets. */
    public List<Webhook> all() {
        return webhooks.all().stream().map(Webhook::withoutSecret).toList();
    }

    /** The webhook without its secret; null if there is none of that name. */
    public @Nullable Webhook get(String name) {
        Webhook known = webhooks.get(name);
        return known == null ? null : known.withoutSecret();
    }

    /** The webhook with its secret, for the sender of deliveries; null if there is none of that name. */
    public @Nullable Webhook toSign(String name) {
        return webhooks.get(name);
    }

    /** How many deliveries were left out because memory was full. */
    public long dropped() {
        return webhooks.dropped();
    }
}
