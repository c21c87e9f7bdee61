package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.State;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Encoders of replies that several calls share. */
final class Replies {
    /** The maximum total size of the jobs in one reply, which JSON may make six times larger. */
    static final long MOST_BYTES = 4L * 1024 * 1024;

    private Replies() {}

    private static final Resp TOO_LONG = new Resp.Error("ERR the reply would be too long; ask for fewer jobs");

    static Resp ids(List<JobId> ids) {
        return ids.size() > Slice.MOST
                ? BadRead.tooMany().error()
                : new Resp.Aggregate(Resp.Type.ARRAY, new Resp.LazyItems<>(ids, id -> Resp.bulk(id.toString())));
    }

    /** Encodes what was found; an error if that is too much for a reply. */
    static <V> Resp found(Lookups.Found<V> found, Function<List<V>, Resp> reply) {
        return found.complete() ? reply.apply(found.values()) : TOO_LONG;
    }

    /** Encodes jobs: in the current form as one JSON text, in the other forms as one text per job. */
    static Resp jobs(List<JobView> jobs, CallingConvention form) {
        return jobs(jobs, form, (job, json) -> JobJson.write(job, form, JobJson.OF_THE_LEASE, json));
    }

    /** As {@link #jobs}; the leases of jobs on the server's clock end by the caller's. */
    static Resp leased(List<LeasedJob> jobs, CallRequest request) {
        CallingConvention form = request.form();
        return jobs(jobs, form, (job, json) -> JobJson.write(job.job(), form, expires(job, request), json));
    }

    private static <T> Resp jobs(List<T> jobs, CallingConvention form, BiConsumer<T, CjsonWriter> writer) {
        if (form == CallingConvention.CURRENT) {
            return GradualJson.list(jobs, writer);
        }
        return new Resp.Aggregate(Resp.Type.ARRAY, new Resp.LazyItems<>(jobs, job -> {
            CjsonWriter json = new CjsonWriter();
            writer.accept(job, json);
            return json.reply();
        }));
    }

    private static long expires(LeasedJob leased, CallRequest request) {
        Lease lease = leased.lease();
        return leased.job().qless().fields().onCallerClock()
                ? JobJson.OF_THE_LEASE
                : request.caller().after(lease.deadlineMicros() - lease.startedAtMicros());
    }

    static BiConsumer<JobView, CjsonWriter> writer(CallingConvention form) {
        return (job, json) -> JobJson.write(job, form, JobJson.OF_THE_LEASE, json);
    }

    static Resp texts(List<String> texts) {
        return GradualJson.list(texts, (text, json) -> json.text(text));
    }

    /** The job state that a refusal reports. */
    static String state(Outcome<?> refused) {
        String state = refused.about().isEmpty() ? "" : refused.about().get(0);
        return state.equals("STALLED") ? "stalled" : JobJson.state(State.valueOf(state));
    }

    static String about(Outcome<?> refused) {
        return refused.about().isEmpty() ? "" : refused.about().get(0);
    }

    /** The error for lack of memory or disk space, or a fault of the journal; null for any other outcome. */
    static @Nullable Resp ofNoRoom(Outcome<?> outcome) {
        Rejection why = outcome.rejection();
        if (why == Rejection.OUT_OF_MEMORY) {
            return new Resp.Error("OOM command not allowed when used memory > 'maxmemory'.");
        }
        if (why == Rejection.JOURNAL_FAULT) {
            return new Resp.Error("ERR the journal cannot be extended");
        }
        return why == Rejection.OUT_OF_DISK ? new Resp.Error("ERR no room on disk") : null;
    }
}
