package dev.reeve.door.api;

import dev.reeve.engine.webhook.Webhook;
import dev.reeve.engine.webhook.WebhookEvent;
import dev.reeve.net.http.FieldErrors;
import dev.reeve.net.http.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The fields of a webhook that a client puts. */
final class WebhookFields {
    static final String EXPECTED_URL =
            "expected an address such as \"https://example.com/hook\", of up to 2048 characters";

    private static final int LONGEST_URL = 2048;
    private static final int MOST_PATTERNS = 100;
    private static final int LEAST_SECRET_BYTES = 24;
    private static final int MOST_SECRET_BYTES = 64;
    private static final String SECRET = "whsec_";

    private final ApiSettings settings;
    private @Nullable String url;
    private @Nullable List<String> events;
    private @Nullable String secret;
    private List<String> queues = List.of();

    WebhookFields(ApiSettings settings) {
        this.settings = settings;
    }

    boolean field(String name, StrictJson value) throws IOException {
        switch (name) {
            case "url" -> url = value.text(WebhookFields::isUrl, EXPECTED_URL);
            case "events" -> events = value.list(WebhookEvent.WORDS.size(), WebhookFields::event);
            case "queues" -> queues = orEmpty(value.list(MOST_PATTERNS, this::pattern));
            case "secret" ->
                secret = value.text(
                        WebhookFields::isSecret,
                        "expected whsec_ and the base64 of " + LEAST_SECRET_BYTES + " to " + MOST_SECRET_BYTES
                                + " bytes");
            default -> {
                return false;
            }
        }
        return true;
    }

    private static List<String> orEmpty(@Nullable List<String> list) {
        return list == null ? List.of() : list.stream().distinct().toList();
    }

    private static @Nullable String event(StrictJson value) throws IOException {
        return value.text(WebhookEvent.WORDS::contains, "expected one of " + String.join(", ", WebhookEvent.WORDS));
    }

    private @Nullable String pattern(StrictJson value) throws IOException {
        return value.text(
                text -> settings.isName(text) && !text.contains("**"),
                "expected the name of a queue, in which a star stands for any characters");
    }

    /** Whether deliveries can be sent there. Where they may go is decided when they are sent. */
    static boolean isUrl(String text) {
        if (text.length() > LONGEST_URL || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            return false;
        }
        try {
            URI uri = new URI(text).parseServerAuthority();
            String scheme = uri.getScheme();
            return ("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isSecret(String text) {
        try {
            int bytes =
                    text.startsWith(SECRET) ? Base64.getDecoder().decode(text.substring(SECRET.length())).length : 0;
            return bytes >= LEAST_SECRET_BYTES && bytes <= MOST_SECRET_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    void check(FieldErrors errors) {
        if (url == null) {
            errors.missing("/url");
        }
        if (events == null) {
            errors.missing("/events");
        } else if (events.isEmpty() && errors.isEmpty()) {
            errors.add("/events", "names no event");
        }
    }

    Webhook webhook(String name) {
        return new Webhook(name, url == null ? "" : url, orEmpty(events), queues, secret == null ? "" : secret);
    }
}
