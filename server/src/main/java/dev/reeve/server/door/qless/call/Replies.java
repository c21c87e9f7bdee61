package dev.reeve.server.door.qless.call;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.server.door.qless.CallingConvention;
import dev.reeve.server.door.qless.Resp;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The shapes of replies that several calls share. */
final class Replies {
    /** What the jobs of one reply may weigh together. */
    private static final long MOST_BYTES = 16L * 1024 * 1024;

    private Replies() {}

    static Resp ids(List<JobId> ids) {
        Resp tooMany = ofTooMany(ids);
        if (tooMany != null) {
            return tooMany;
        }
        return new Resp.Array(ids.stream().map(id -> Resp.bulk(id.toString())).toList());
    }

    /** What is said of more than one reply may list; null if it is not. */
    static @Nullable Resp ofTooMany(List<JobId> ids) {
        return ids.size() > Slice.MOST ? BadRead.tooMany().error() : null;
    }

    /** What is said of jobs that are too much for one reply, which is made in one piece; null if they are not. */
    static @Nullable Resp ofTooLong(List<JobView> jobs) {
        long bytes = 0;
        for (JobView job : jobs) {
            OptionalJobFields optionalFields = job.optionalFields();
            bytes += job.payload().length
                    + (optionalFields == null ? 0 : optionalFields.history().sizeBytes());
        }
        return bytes > MOST_BYTES ? new Resp.Error("ERR the reply would be too long; ask for fewer jobs") : null;
    }

    /** Jobs: in the current form one text for all, in the others a text each. */
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

    /** The state that a refusal names. */
    static String state(Outcome<?> refused) {
        String state = refused.about().isEmpty() ? "" : refused.about().get(0);
        return state.equals("STALLED") ? "stalled" : JobJson.state(State.valueOf(state));
    }

    static String about(Outcome<?> refused) {
        return refused.about().isEmpty() ? "" : refused.about().get(0);
    }

    /** What every change may be refused for; null if it was not for that. */
    static @Nullable Resp ofNoRoom(Outcome<?> outcome) {
        Rejection why = outcome.rejection();
        if (why == Rejection.OUT_OF_MEMORY) {
            return new Resp.Error("OOM command not allowed when used memory > 'maxmemory'.");
        }
        return why == Rejection.OUT_OF_DISK ? new Resp.Error("ERR no room on disk") : null;
    }
}
