package dev.reeve.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.engine.job.Terms;
import dev.reeve.server.door.ocypod.OcypodTerms;
import dev.reeve.server.net.http.Durations;
import dev.reeve.server.net.http.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The tables {@code [queue.NAME]} of a config file: queues that are to exist, with the settings of their new jobs. */
final class QueueTables {
    private static final String PREFIX = "queue.";
    private static final int LONGEST_NAME_BYTES = 255;
    private static final String DURATION = "a duration such as 30s, 5m or 1h 15m";
    private static final List<String> SETTINGS =
            List.of("timeout", "heartbeat_timeout", "expires_after", "retries", "retry_delays");

    private final Map<String, OcypodTerms> tables = new TreeMap<>();

    static boolean isQueue(String key) {
        return key.startsWith(PREFIX);
    }

    /** A table that says nothing but the queue's name. */
    void table(String key, String place) {
        terms(key.substring(PREFIX.length()), place);
    }

    void set(String key, String text, String place) {
        int dot = key.lastIndexOf('.');
        String setting = key.substring(dot + 1);
        if (dot < PREFIX.length()) {
            throw new StartException("%s: \"%s\" must stand in a table [queue.NAME]".formatted(place, key));
        }
        if (!SETTINGS.contains(setting)) {
            String table = key.substring(0, dot);
            throw new StartException("%s: there is no setting \"%s\"; did you mean \"%s.%s\"?"
                    .formatted(place, key, table, Spelling.nearest(setting, SETTINGS)));
        }
        OcypodTerms terms = terms(key.substring(PREFIX.length(), dot), place);
        try {
            set(terms, setting, text);
        } catch (IllegalArgumentException | JsonProcessingException e) {
            throw new StartException("%s: %s must be %s, not \"%s\"".formatted(place, key, expected(setting), text));
        }
    }

    private OcypodTerms terms(String name, String place) {
        if (!Names.isPlain(name, LONGEST_NAME_BYTES)) {
            throw new StartException("%s: \"%s\" cannot be a queue's name, which is 1 to %d of A-Z a-z 0-9 _ . -"
                    .formatted(place, name, LONGEST_NAME_BYTES));
        }
        return tables.computeIfAbsent(name, newOne -> new OcypodTerms());
    }

    private static void set(OcypodTerms terms, String setting, String text) throws JsonProcessingException {
        switch (setting) {
            case "timeout" -> terms.timeout(Durations.parseMicros(text));
            case "heartbeat_timeout" -> terms.heartbeatTimeout(Durations.parseMicros(text));
            case "expires_after" -> terms.expiresAfter(Durations.parseMicros(text));
            case "retries" -> terms.retries(retries(text));
            default -> terms.retryDelays(delays(text));
        }
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

    private static String expected(String setting) {
        return switch (setting) {
            case "retries" -> "a whole number from 0 to " + Integer.MAX_VALUE;
            case "retry_delays" -> "a list of durations such as [\"10s\", \"1m\"]";
            default -> DURATION;
        };
    }

    Map<String, Terms> declared() {
        return tables.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().terms()));
    }
}
