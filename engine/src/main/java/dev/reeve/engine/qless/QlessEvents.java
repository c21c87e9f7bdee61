package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * What subscribers are told: on a channel for each kind of event the ids of tracked jobs, on {@code ql:log} everything,
 * on {@code ql:w:<worker>} what a worker has to know. The messages are JSON objects of texts, byte for byte what clients
 * of qless expect.
 */
public final class QlessEvents {
    private static final String PREFIX = "ql:";
    private static final String HEX = "0123456789abcdef";

    private final EngineState store;

    public QlessEvents(EngineState store) {
        this.store = store;
    }

    private boolean heard() {
        return store.effects().heard();
    }

    /** Tells of a tracked job; nothing if it is not tracked. */
    public void tracked(CallerClock caller, String what, JobId id) {
        if (heard() && store.tracked().contains(id)) {
            told(caller, what, id);
        }
    }

    public void told(CallerClock caller, String what, JobId id) {
        store.effects().published(PREFIX + what, id.toString());
        if (caller.dialect().plainChannels()) {
            store.effects().published(what, id.toString());
        }
    }

    public void log(String message) {
        store.effects().published("ql:log", message);
    }

    public void put(JobId id, String queue) {
        if (heard()) {
            log(message("jid", id.toString(), "event", "put", "queue", queue));
        }
    }

    public void completed(JobId id, String queue) {
        if (heard()) {
            log(message("jid", id.toString(), "event", "completed", "queue", queue));
        }
    }

    public void advanced(JobId id, String from, String to) {
        log(message("jid", id.toString(), "to", to, "event", "advanced", "queue", from));
    }

    public void failed(JobId id, String group, String message, String worker) {
        log(message("message", message, "jid", id.toString(), "group", group, "event", "failed", "worker", worker));
    }

    public void lockLost(JobId id, String worker) {
        String message = message("jid", id.toString(), "event", "lock_lost", "worker", worker);
        store.effects().published("ql:w:" + worker, message);
        log(message);
    }

    /** Queue and worker are null for a job that does not exist. */
    public void canceled(JobId id, @Nullable String queue, @Nullable String worker) {
        String message = message("jid", id.toString(), "queue", queue, "event", "canceled", "worker", worker);
        log(message);
        if (worker != null && !worker.isEmpty()) {
            store.effects().published("ql:w:" + worker, message);
        }
    }

    public void configured(String option, @Nullable String value) {
        log(
                value == null
                        ? message("event", "config_unset", "option", option)
                        : message("option", option, "event", "config_set", "value", value));
    }

    private static String message(@Nullable String... namesAndValues) {
        StringBuilder json = new StringBuilder(96).append('{');
        for (int i = 0; i < namesAndValues.length; i += 2) {
            json.append(i == 0 ? "" : ",");
            quote(namesAndValues[i], json);
            json.append(':');
            quote(namesAndValues[i + 1], json);
        }
        return json.append('}').toString();
    }

    /** A slash and a delete are escaped too, as the library does that such messages came from. */
    private static void quote(@Nullable String text, StringBuilder json) {
        if (text == null) {
            json.append("false");
            return;
        }
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\', '/' -> json.append('\\').append(c);
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < ' ' || c == 127) {
                        json.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }
}
