package dev.reeve.engine.webhook;

import dev.reeve.engine.job.HeapBytes;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom to tell of what. Immutable; a change replaces it under the same name.
 *
 * @param events the words of {@link WebhookEvent}
 * @param patterns names of queues, in which a star stands for any characters; none for all queues
 * @param secret the key of the signature, as the receiver has it; empty in a change that leaves it as it is
 */
public record Webhook(String name, String url, List<String> events, List<String> patterns, String secret) {
    static final Comparator<Webhook> BY_NAME = Comparator.comparing(Webhook::name);

    private static final long OVERHEAD_BYTES = 80 + HeapBytes.HASH_ENTRY + HeapBytes.SLOT;

    public Webhook {
        events = List.copyOf(events);
        patterns = List.copyOf(patterns);
    }

    boolean wants(WebhookEvent event, String queue) {
        if (!events.contains(event.word())) {
            return false;
        }
        for (String pattern : patterns) {
            if (matches(pattern, queue)) {
                return true;
            }
        }
        return patterns.isEmpty();
    }

    /** Whether the name matches. The parts between the stars are found one after the other, the last one at the end. */
    static boolean matches(String pattern, String name) {
        String[] parts = pattern.split("\\*", -1);
        if (parts.length == 1) {
            return pattern.equals(name);
        }
        String last = parts[parts.length - 1];
        if (!name.startsWith(parts[0]) || name.length() < parts[0].length() + last.length() || !name.endsWith(last)) {
            return false;
        }
        int at = parts[0].length();
        for (int i = 1; i < parts.length - 1; i++) {
            int found = name.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        return at <= name.length() - last.length();
    }

    /** This webhook with a secret of its own, or else with that of the known one. */
    Webhook orSecretOf(@Nullable Webhook known) {
        return secret.isEmpty() && known != null ? new Webhook(name, url, events, patterns, known.secret) : this;
    }

    /** A copy without the secret. */
    public Webhook withoutSecret() {
        return new Webhook(name, url, events, patterns, "");
    }

    /** The estimated memory. */
    public long sizeBytes() {
        long bytes = OVERHEAD_BYTES + HeapBytes.list(events) + HeapBytes.list(patterns);
        for (List<String> texts : List.of(List.of(name, url, secret), events, patterns)) {
            for (String text : texts) {
                bytes += HeapBytes.string(text);
            }
        }
        return bytes;
    }
}
