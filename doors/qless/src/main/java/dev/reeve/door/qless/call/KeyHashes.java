package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Resp;
import dev.reeve.door.qless.call.KeyView.KeyEntry;
import dev.reeve.door.qless.call.KeyView.KeyType;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.DurationStatistics;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.RecurringJob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of the Redis hashes of qless: jobs, recurring jobs, and statistics per queue and day; empty if there is none. */
final class KeyHashes {
    private static final int DAY_SECONDS = 86_400;

    private KeyHashes() {}

    static KeyView job(String jid, QlessQueries queries) {
        JobView job = queries.job(JobId.of(jid));
        if (job == null) {
            return KeyView.hash(Map.of());
        }
        OptionalJobFields optionalFields = job.qless().optionalFields();
        Map<String, String> hash = new LinkedHashMap<>();
        hash.put("jid", jid);
        hash.put("klass", JobJson.klass(job));
        hash.put("data", "");
        hash.put("priority", Long.toString(job.priority()));
        hash.put("tags", json(new CjsonWriter().texts(job.labels().tags())));
        hash.put("state", JobJson.state(job));
        hash.put("worker", JobJson.worker(job));
        hash.put("expires", LuaNumber.seconds(JobJson.expires(job, JobJson.OF_THE_LEASE)));
        hash.put("queue", job.state() == State.COMPLETED ? "" : job.queue());
        hash.put("retries", Long.toString(JobJson.retries(job)));
        hash.put("remaining", Long.toString(JobJson.remaining(job)));
        if (optionalFields != null) {
            hash.put("time", LuaNumber.seconds(optionalFields.sinceMicros()));
            Failure failure = optionalFields.failure();
            if (failure != null) {
                CjsonWriter json = new CjsonWriter();
                JobJson.writeFailure(failure, json);
                hash.put("failure", json(json));
            }
            if (optionalFields.qless().spawnedFrom() != null) {
                hash.put("spawned_from_jid", optionalFields.qless().spawnedFrom());
            }
        }
        List<KeyEntry> entries = new ArrayList<>();
        hash.forEach(
                (name, value) -> entries.add(new KeyEntry(name, name.equals("data") ? data(job) : Resp.bulk(value))));
        return new KeyView.Entries(KeyType.HASH, entries);
    }

    /** The payload. One that is on disk is encoded when it has been read. */
    private static Resp data(JobView job) {
        return job.content() instanceof byte[] ? encoded(job) : new Resp.Deferred(() -> encoded(job));
    }

    private static Resp encoded(JobView job) {
        byte[] data = job.qless().fields().onCallerClock() ? job.payload() : CjsonWriter.ofPayload(job.payload());
        return Resp.bulk(new String(data, StandardCharsets.UTF_8));
    }

    static Map<String, String> recurring(String jid, QlessQueries queries) {
        RecurringJob job = queries.recurring(JobId.of(jid));
        if (job == null) {
            return Map.of();
        }
        Map<String, String> hash = new LinkedHashMap<>();
        hash.put("jid", job.id().toString());
        hash.put("klass", job.klass());
        hash.put("data", new String(job.payload(), StandardCharsets.UTF_8));
        hash.put("priority", Long.toString(job.priority()));
        hash.put("tags", json(new CjsonWriter().texts(job.tags())));
        hash.put("state", "recur");
        hash.put("queue", job.queue());
        hash.put("type", "interval");
        hash.put("count", Long.toString(job.count()));
        hash.put("interval", LuaNumber.seconds(job.intervalMicros()));
        hash.put("retries", Long.toString(job.retries()));
        hash.put("backlog", Long.toString(job.backlog()));
        return hash;
    }

    private static String json(CjsonWriter json) {
        return new String(json.bytes(), StandardCharsets.UTF_8);
    }

    /** The history of a job. Each entry is a JSON list: time, event and, if there are any, details. */
    static KeyView history(JobView job) {
        return KeyView.of(KeyType.LIST, new KeyView.Mapped<>(JobJson.events(job), KeyHashes::entry));
    }

    private static String entry(HistoryEvent event) {
        CjsonWriter json = new CjsonWriter().openList(false).separate();
        json.raw(LuaNumber.wholeSeconds(event.whenMicros())).separate().text(JobJson.what(event));
        Map<String, Object> more = more(event);
        if (!more.isEmpty()) {
            json.separate().value(more);
        }
        return json(json.closeList(false));
    }

    private static Map<String, Object> more(HistoryEvent event) {
        Map<String, Object> more = new LinkedHashMap<>();
        putIfThere(more, "q", JobJson.queue(event));
        putIfThere(more, "group", JobJson.group(event));
        putIfThere(more, "worker", event.worker());
        byte[] data = event.data();
        if (data != null && CjsonReader.readOrNull(data) instanceof Map<?, ?> noted) {
            noted.forEach((name, value) -> more.put(String.valueOf(name), value));
        }
        return more;
    }

    private static void putIfThere(Map<String, Object> map, String name, @Nullable String value) {
        if (value != null) {
            map.put(name, value);
        }
    }

    /** The rest of the key is kind, day (as the time of its midnight) and queue, separated by colons. */
    static Map<String, String> stats(String rest, QlessQueries queries) {
        String[] parts = rest.split(":", 3);
        Double midnight = parts.length < 3 ? null : LuaNumber.parse(parts[1]);
        if (midnight == null) {
            return Map.of();
        }
        DayStats stats = queries.stats(parts[2], (long) Math.floor(midnight / DAY_SECONDS));
        return switch (parts[0]) {
            case "wait" -> spread(stats.waits());
            case "run" -> spread(stats.runs());
            case "stats" -> counts(stats);
            default -> Map.of();
        };
    }

    private static Map<String, String> counts(DayStats stats) {
        Map<String, String> hash = new LinkedHashMap<>();
        putIfAny(hash, "failures", stats.failures());
        putIfAny(hash, "failed", stats.failed());
        putIfAny(hash, "retries", stats.retries());
        return hash;
    }

    private static Map<String, String> spread(DurationStatistics spread) {
        Map<String, String> hash = new LinkedHashMap<>();
        if (spread.count() > 0) {
            hash.put("total", Long.toString(spread.count()));
            hash.put("mean", LuaNumber.format(spread.mean()));
            hash.put("vk", LuaNumber.format(spread.sumOfSquares()));
        }
        for (int i = 0; i < DurationStatistics.BINS; i++) {
            putIfAny(hash, binName(i), spread.bin(i));
        }
        return hash;
    }

    private static String binName(int bin) {
        if (bin < 60) {
            return "s" + bin;
        } else if (bin < 60 + 59) {
            return "m" + (bin - 60 + 1);
        }
        return bin < 60 + 59 + 23 ? "h" + (bin - 119 + 1) : "d" + (bin - 142 + 1);
    }

    private static void putIfAny(Map<String, String> hash, String name, long value) {
        if (value != 0) {
            hash.put(name, Long.toString(value));
        }
    }
}
