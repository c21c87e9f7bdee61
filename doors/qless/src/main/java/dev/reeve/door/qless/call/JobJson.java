package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Encodes a job of any door as JSON for qless clients. */
final class JobJson {
    /** Marker: take the expiry from the lease. */
    static final long OF_THE_LEASE = Long.MIN_VALUE;

    private JobJson() {}

    /**
     * Writes the job.
     *
     * @param expiresMicros the end of the lease by the caller's clock, or {@link #OF_THE_LEASE}
     */
    static void write(JobView job, CallingConvention form, long expiresMicros, CjsonWriter json) {
        writeUpToDependents(job, form, expiresMicros, json);
        json.texts(texts(job.qless().dependents()));
        writeAfterDependents(job, form, json);
    }

    /** The job with these dependents, which may be more than its view has. */
    static Resp withDependents(JobView job, List<JobId> dependents, CallingConvention form) {
        CjsonWriter json = new CjsonWriter();
        writeUpToDependents(job, form, OF_THE_LEASE, json);
        return GradualJson.list(
                json, dependents, (id, out) -> out.text(id.toString()), end -> writeAfterDependents(job, form, end));
    }

    private static void writeUpToDependents(JobView job, CallingConvention form, long expiresMicros, CjsonWriter json) {
        OptionalJobFields optionalFields = job.qless().optionalFields();
        json.open();
        json.field("jid", job.id().toString());
        json.field("retries", retries(job));
        writeData(job, form, json);
        json.key("failure");
        writeFailure(optionalFields == null ? null : optionalFields.failure(), json);
        json.rawField("expires", LuaNumber.seconds(expires(job, expiresMicros)));
        json.field("remaining", remaining(job));
        if (form == CallingConvention.CURRENT) {
            String from = optionalFields == null ? null : optionalFields.qless().spawnedFrom();
            json.key("spawned_from_jid");
            json.value(from == null ? (Object) false : from);
        }
        json.field("dependencies", texts(dependencies(job)));
        json.field("klass", klass(job));
        json.field("tracked", job.qless().tracked());
        json.field("tags", job.labels().tags());
        json.field("queue", job.state() == State.COMPLETED ? "" : job.queue());
        json.field("state", state(job));
        json.key("history");
        if (form == CallingConvention.CURRENT) {
            json.list(events(job), JobJson::writeEvent);
        } else {
            writeStages(events(job), json);
        }
        json.key("dependents");
    }

    private static void writeAfterDependents(JobView job, CallingConvention form, CjsonWriter json) {
        json.field("priority", form == CallingConvention.FUNCTION ? -job.priority() : job.priority());
        json.field("worker", worker(job));
        writeFailureOnceMore(job, form, json);
        json.close();
    }

    /** In the function form a failed job also has the message and group of its failure as top-level fields. */
    private static void writeFailureOnceMore(JobView job, CallingConvention form, CjsonWriter json) {
        OptionalJobFields optionalFields = job.qless().optionalFields();
        Failure failure = optionalFields == null ? null : optionalFields.failure();
        if (form == CallingConvention.FUNCTION && job.state() == State.FAILED && failure != null) {
            json.field("message", message(failure));
            json.field("type", failure.group());
        }
    }

    private static void writeData(JobView job, CallingConvention form, CjsonWriter json) {
        byte[] data = job.qless().fields().onCallerClock() ? job.payload() : CjsonWriter.ofPayload(job.payload());
        json.key("data");
        if (form == CallingConvention.CURRENT) {
            json.text(data);
        } else {
            Object value = CjsonReader.readOrNull(data);
            json.value(value == null ? CjsonReader.NULL : value);
        }
    }

    static void writeFailure(@Nullable Failure failure, CjsonWriter json) {
        json.open();
        if (failure != null) {
            json.field("message", message(failure));
            json.field("group", failure.group());
            json.rawField("when", LuaNumber.seconds(failure.whenMicros()));
            json.field("worker", failure.worker());
        }
        json.close();
    }

    static String message(Failure failure) {
        String message = failure.message();
        return message == null ? "Job exhausted retries in queue \"" + failure.queue() + "\"" : message;
    }

    static List<JobId> dependencies(JobView job) {
        OptionalJobFields optionalFields = job.qless().optionalFields();
        return optionalFields == null ? List.of() : optionalFields.dependencies();
    }

    static List<HistoryEvent> events(JobView job) {
        OptionalJobFields optionalFields = job.qless().optionalFields();
        return optionalFields == null
                ? List.of(HistoryEvent.added(job.createdAtMicros(), job.queue()))
                : optionalFields.history().events();
    }

    /** Writes the history for clients of 2012: one entry per put, with the events that followed it. */
    private static void writeStages(List<HistoryEvent> events, CjsonWriter json) {
        List<Object> stages = new ArrayList<>();
        Map<String, Object> stage = new LinkedHashMap<>();
        for (HistoryEvent event : events) {
            if (event.type() == HistoryEvent.Type.ADDED) {
                stage = new LinkedHashMap<>();
                stages.add(stage);
                stage.put("q", String.valueOf(event.about()));
            }
            note(event, stage);
        }
        json.value(stages);
    }

    private static void note(HistoryEvent event, Map<String, Object> stage) {
        double when = Math.floorDiv(event.whenMicros(), 1_000_000L);
        switch (event.type()) {
            case ADDED, COMPLETED, FAILED -> stage.put(JobJson.what(event), when);
            case LEASED -> {
                stage.put("popped", when);
                stage.put("worker", String.valueOf(event.worker()));
            }
            case TIMED_OUT, LOGGED -> {}
        }
    }

    private static void writeEvent(HistoryEvent event, CjsonWriter json) {
        byte[] data = event.data();
        json.open();
        json.rawField("when", LuaNumber.wholeSeconds(event.whenMicros()));
        writeIfThere("q", queue(event), json);
        writeIfThere("group", group(event), json);
        json.field("what", what(event));
        writeIfThere("worker", event.worker(), json);
        if (data != null && CjsonReader.readOrNull(data) instanceof Map<?, ?> noted) {
            noted.forEach((key, value) -> {
                if (!key.equals("when") && !key.equals("what")) {
                    json.key(String.valueOf(key)).value(value);
                }
            });
        }
        json.close();
    }

    static @Nullable String queue(HistoryEvent event) {
        return event.type() == HistoryEvent.Type.ADDED ? event.about() : null;
    }

    static @Nullable String group(HistoryEvent event) {
        return event.type() == HistoryEvent.Type.FAILED ? event.about() : null;
    }

    /** The name of the event, or the client's text. */
    static String what(HistoryEvent event) {
        return switch (event.type()) {
            case ADDED -> "put";
            case LEASED -> "popped";
            case COMPLETED -> "done";
            case FAILED -> "failed";
            case TIMED_OUT -> "timed-out";
            case LOGGED -> String.valueOf(event.about());
        };
    }

    private static void writeIfThere(String name, @Nullable String value, CjsonWriter json) {
        if (value != null) {
            json.field(name, value);
        }
    }

    static String state(JobView job) {
        return job.qless().fields().stalled() ? "stalled" : state(job.state());
    }

    static String state(State state) {
        return switch (state) {
            case READY, THROTTLED -> "waiting";
            case SCHEDULED, RETRYING -> "scheduled";
            case DEPENDS -> "depends";
            case LEASED -> "running";
            case COMPLETED -> "complete";
            case FAILED, TIMED_OUT, CANCELLED -> "failed";
        };
    }

    static String klass(JobView job) {
        return job.labels().klassIn(job.queue());
    }

    static String worker(JobView job) {
        Lease lease = job.lease();
        boolean held = job.state() == State.LEASED || job.qless().fields().stalled();
        return held && lease != null && lease.worker() != null ? lease.worker() : "";
    }

    static long expires(JobView job, long expiresMicros) {
        Lease lease = job.lease();
        if (job.state() != State.LEASED || lease == null) {
            return 0;
        }
        return expiresMicros == OF_THE_LEASE ? lease.deadlineMicros() : expiresMicros;
    }

    static long retries(JobView job) {
        RetryPolicy retry = job.terms().retry();
        return retry.rule() == RetryPolicy.Rule.ATTEMPTS ? tries(retry) : retry.retries();
    }

    static long remaining(JobView job) {
        RetryPolicy retry = job.terms().retry();
        return retry.rule() == RetryPolicy.Rule.ATTEMPTS
                ? Math.max(0, tries(retry) - job.attempts())
                : retry.retries() - job.retriesUsed();
    }

    private static long tries(RetryPolicy retry) {
        return retry.maxAttempts() == 0 ? RetryPolicy.UNLIMITED : retry.maxAttempts();
    }

    static List<String> texts(List<JobId> ids) {
        return ids.stream().map(JobId::toString).toList();
    }
}
