package dev.reeve.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.server.door.ocypod.OcypodTerms;
import dev.reeve.server.net.http.Durations;
import java.util.ArrayList;
import java.util.List;

/** One setting of a table {@code [queue.NAME]}: its key, its default as TOML has it, how it is written, what it is for. */
record QueueSetting(String key, String defaultToml, String expected, String explanation, Taker taker) {
    private static final String DURATION = "a duration such as 30s, 5m or 1h 15m";

    static final List<QueueSetting> ALL = List.of(
            new QueueSetting(
                    "timeout",
                    "\"5m\"",
                    DURATION,
                    "How long a worker has a job before it times out; 0s for as long as it likes.",
                    (terms, text) -> terms.timeout(Durations.parseMicros(text))),
            new QueueSetting(
                    "heartbeat_timeout",
                    "\"0s\"",
                    DURATION,
                    "How long a worker may go without a heartbeat; 0s asks for none.",
                    (terms, text) -> terms.heartbeatTimeout(Durations.parseMicros(text))),
            new QueueSetting(
                    "expires_after",
                    "\"5m\"",
                    DURATION,
                    "How long a job is kept after it has ended; 0s for ever.",
                    (terms, text) -> terms.expiresAfter(Durations.parseMicros(text))),
            new QueueSetting(
                    "retries",
                    "0",
                    "a whole number from 0 to " + Integer.MAX_VALUE,
                    "How often a job that failed or timed out is tried again.",
                    (terms, text) -> terms.retries(retries(text))),
            new QueueSetting(
                    "retry_delays",
                    "[]",
                    "a list of durations such as [\"10s\", \"1m\"]",
                    "How long to wait before each retry; the last one holds for all further ones.",
                    (terms, text) -> terms.retryDelays(delays(text))));

    /** Puts a value where it belongs. On a text that is none it throws IllegalArgumentException or a JSON error. */
    interface Taker {
        void take(OcypodTerms terms, String text) throws JsonProcessingException;
    }

    private static int retries(String text) {
        int number = Integer.parseInt(text);
        if (number < 0) {
            throw new IllegalArgumentException(text);
        }
        return number;
    }

    private static List<Long> delays(String text) throws JsonProcessingException {
        JsonNode list = new ObjectMapper().readTree(text);
        if (!list.isArray()) {
            throw new IllegalArgumentException(text);
        }
        List<Long> delays = new ArrayList<>();
        for (JsonNode delay : list) {
            delays.add(Durations.parseMicros(delay.asText()));
        }
        return delays;
    }
}
