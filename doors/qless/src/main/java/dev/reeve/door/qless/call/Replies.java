package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Resp;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encoders of replies that several calls share. */
final class Replies {
    /** The maximum total size of the jobs in one reply. */
    private static final long MOST_BYTES = 16L * 1024 * 1024;

    private Replies() {}

    static Resp ids(List<JobId> ids) {
        Resp tooMany = ofTooMany(ids);
        if (tooMany != null) {
            return tooMany;
        }
        return new Resp.Array(ids.stream().map(id -> Resp.bulk(id.toString())).toList());
    }

    /** The error for too many list elements; null if their number is allowed. */
    static @Nullable Resp ofTooMany(List<JobId> ids) {
        return ids.size() > Slice.MOST ? BadRead.tooMany().error() : null;
    }

    /** The error for jobs that are too large for one reply, which is encoded in one piece; null if their size is allowed. */
    static @Nullable Resp ofTooLong(List<JobView> jobs) {
        long bytes = 0;
        for (JobView job : jobs) {
            OptionalJobFields optionalFields = job.optionalFields();
            bytes += job.payload().length
                    + (optionalFields == null ? 0 : optionalFields.history().sizeBytes());
        }
        return bytes > MOST_BYTES ? new Resp.Error("ERR the reply would be too long; ask for fewer jobs") : null;
    }

    /** Encodes jobs: in the current form as one JSON text, in the other forms as one text per job. */
    static Resp jobs(List<JobView> jobs, CallingConvention form) {
        if (form != CallingConvention.CURRENT) {
            return new Resp.Array(jobs.stream()
                    .map(job -> (Resp) new Resp.Bulk(JobJson.of(job, form)))
                    .toList());
        }
        CjsonWriter json = new CjsonWriter();
        writeJobs(jobs, form, json);
        return json.reply();
    }

    /** As {@link #jobs}; the leases of jobs on the server's clock end by the caller's. */
    static Resp leased(List<LeasedJob> jobs, CallRequest request) {
        if (request.form() != CallingConvention.CURRENT) {
            return new Resp.Array(jobs.stream()
                    .map(job -> (Resp) new Resp.Bulk(bytes(job, request)))
                    .toList());
        }
        CjsonWriter json = new CjsonWriter();
        json.openList(jobs.isEmpty());
        for (LeasedJob job : jobs) {
            json.separate();
            JobJson.write(job.job(), request.form(), expires(job, request), json);
        }
        return json.closeList(jobs.isEmpty()).reply();
    }

    private static byte[] bytes(LeasedJob job, CallRequest request) {
        CjsonWriter json = new CjsonWriter();
        JobJson.write(job.job(), request.form(), expires(job, request), json);
        return json.bytes();
    }

    private static long expires(LeasedJob leased, CallRequest request) {
        Lease lease = leased.lease();
        return leased.job().onCallerClock()
                ? JobJson.OF_THE_LEASE
                : request.caller().after(lease.deadlineMicros() - lease.startedAtMicros());
    }

    static void writeJobs(Collection<JobView> jobs, CallingConvention form, CjsonWriter json) {
        json.openList(jobs.isEmpty());
        for (JobView job : jobs) {
            json.separate();
            JobJson.write(job, form, JobJson.OF_THE_LEASE, json);
        }
        json.closeList(jobs.isEmpty());
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

    /** The error for lack of memory or disk space; null for any other outcome. */
    static @Nullable Resp ofNoRoom(Outcome<?> outcome) {
        Rejection why = outcome.rejection();
        if (why == Rejection.OUT_OF_MEMORY) {
            return new Resp.Error("OOM command not allowed when used memory > 'maxmemory'.");
        }
        return why == Rejection.OUT_OF_DISK ? new Resp.Error("ERR no room on disk") : null;
    }
}
