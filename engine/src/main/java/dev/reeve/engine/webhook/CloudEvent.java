package dev.reeve.engine.webhook;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobError;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The body of a delivery: an event in the JSON form of CloudEvents 1.0. */
final class CloudEvent {
    private static final String TYPES = "dev.reeve.";
    private static final long MICROS_A_SECOND = 1_000_000;

    private final StringBuilder json = new StringBuilder(300);

    private CloudEvent() {}

    /** The event that something happened to a job. */
    static byte[] of(long number, WebhookEvent event, Job job, @Nullable JobError error, long atMicros) {
        CloudEvent body = new CloudEvent();
        body.head(number, event.word(), job.id().toString(), atMicros);
        body.json.append("{\"queue\":").append(quoted(job.queue().name()));
        body.json
                .append(",\"type\":")
                .append(quoted(job.labels().klassIn(job.queue().name())));
        body.json.append(",\"number\":").append(job.number());
        body.json.append(",\"attempt\":").append(job.attempts());
        if (error != null) {
            body.json.append(",\"error\":{\"type\":").append(quoted(error.type()));
            body.json.append(",\"message\":").append(quoted(error.message())).append('}');
        }
        return body.end();
    }

    /** An event that only shows that deliveries arrive. */
    static byte[] test(long number, String webhook, long atMicros) {
        CloudEvent body = new CloudEvent();
        body.head(number, "test", webhook, atMicros);
        body.json.append('{');
        return body.end();
    }

    private void head(long number, String type, String subject, long atMicros) {
        Instant time = Instant.ofEpochSecond(
                Math.floorDiv(atMicros, MICROS_A_SECOND), 1000 * Math.floorMod(atMicros, MICROS_A_SECOND));
        json.append("{\"specversion\":\"1.0\",\"id\":\"").append(number);
        json.append("\",\"source\":\"/reeve\",\"type\":\"").append(TYPES).append(type);
        json.append("\",\"subject\":").append(quoted(subject));
        json.append(",\"time\":\"").append(time);
        json.append("\",\"datacontenttype\":\"application/json\",\"data\":");
    }

    private byte[] end() {
        return json.append("}}").toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
