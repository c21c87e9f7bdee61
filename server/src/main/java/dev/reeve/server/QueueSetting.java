package dev.reeve.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.door.ocypod.OcypodTerms;
import dev.reeve.settings.Durations;
import java.util.ArrayList;
import java.util.List;

/** One setting of a table {@code [queue.NAME]}: key, default in TOML syntax, expected format, explanation and setter. */
record QueueSetting(String key, String defaultToml, String expected, String explanation, Setter setter) {
    private static final String DURATION = "a duration such as " + SettingType.DURATIONS;

    static final List<QueueSetting> ALL = List.of(
            new QueueSetting(
                    "timeout",
                    "\"5m\"",
                    DURATION,
                    "Maximum time a worker may hold a job before the job times out; 0s = no limit.",
                    (terms, text) -> terms.timeout(Durations.parseMicros(text))),
            new QueueSetting(
                    "heartbeat_timeout",
                    "\"0s\"",
                    DURATION,
                    "Maximum time between two heartbeats of a worker; 0s = heartbeats are not required.",
                    (terms, text) -> terms.heartbeatTimeout(Durations.parseMicros(text))),
            new QueueSetting(
                    "expires_after",
                    "\"5m\"",
                    DURATION,
                    "How long a finished job is kept; 0s = forever.",
                    (terms, text) -> terms.expiresAfter(Durations.parseMicros(text))),
            new QueueSetting(
                    "retries",
                    "0",
                    "a whole number from 0 to " + Integer.MAX_VALUE,
                    "Maximum number of retries of a job that failed or timed out.",
                    (terms, text) -> terms.retries(retries(text))),
            new QueueSetting(
                    "retry_delays",
                    "[]",
                    "a list of durations such as [\"10s\", \"1m\"]",
                    "Delay before each retry; the last value applies to all further retries.",
                    (terms, text) -> terms.retryDelays(delays(text))));

    /** Parses a value and stores it in the terms. Throws IllegalArgumentException or a JSON error on an invalid text. */
    interface Setter {
        void set(OcypodTerms terms, String text) throws JsonProcessingException;
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
