package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.ReplySize;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Encoders of replies that several calls share. */
final class Replies {
    /** The maximum total size of the jobs in one reply. */
    private static final long MOST_BYTES = 16L * 1024 * 1024;

    private Replies() {}

    static Resp ids(List<JobId> ids) {
        return limited(
                ids,
                List.of(),
                () -> Resp.array(
                        ids.stream().map(id -> Resp.bulk(id.toString())).toList()));
    }

    /** The reply, which is encoded in one piece; an error if it would list too many ids, or jobs that are too large. */
    static Resp limited(List<JobId> ids, List<JobView> jobs, Supplier<Resp> reply) {
        if (ids.size() > Slice.MOST) {
            return BadRead.tooMany().error();
        }
        return ReplySize.of(jobs) > MOST_BYTES
                ? new Resp.Error("ERR the reply would be too long; ask for fewer jobs")
                : reply.get();
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
            return new CjsonWriter().list(jobs, writer).reply();
        }
        List<Resp> replies = new ArrayList<>(jobs.size());
        for (T job : jobs) {
            CjsonWriter json = new CjsonWriter();
            writer.accept(job, json);
            replies.add(json.reply());
        }
        return Resp.array(replies);
    }

    private static long expires(LeasedJob leased, CallRequest request) {
        Lease lease = leased.lease();
        return leased.job().qless().fields().onCallerClock()
                ? JobJson.OF_THE_LEASE
                : request.caller().after(lease.deadlineMicros() - lease.startedAtMicros());
    }

    static CjsonWriter writeJobs(Collection<JobView> jobs, CallingConvention form, CjsonWriter out) {
        return out.list(jobs, (job, json) -> JobJson.write(job, form, JobJson.OF_THE_LEASE, json));
    }

    static Resp texts(Collection<String> texts) {
        return new CjsonWriter().texts(texts).reply();
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
