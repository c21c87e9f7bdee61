package dev.reeve.engine.command;

import dev.reeve.engine.CallerClock;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import org.jspecify.annotations.Nullable;

/** A worker's sign of life, with new data if there is any. Its reply is the lease's new end by the caller's clock. */
@SuppressWarnings("ArrayRecordComponent")
public record Heartbeat(CallerClock caller, JobId id, String worker, byte @Nullable [] payload)
        implements Command<Long> {
    @Override
    public CommandType type() {
        return CommandType.HEARTBEAT;
    }

    @Override
    public Outcome<Long> apply(EngineState store) {
        Job job = store.find(JobRef.of(id));
        Outcome<Long> refusal = LeaseChecks.ofHeld(job, worker);
        if (refusal != null || job == null) {
            return refusal != null ? refusal : Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        Lease lease = job.lease();
        if (lease == null) {
            return Outcome.refused(Rejection.NOT_LEASED);
        }
        long lasts = store.config().heartbeatMicros(job.queue().name());
        store.jobEdits().heartbeat(caller, job, lease, lasts, payload);
        return Outcome.of(caller.after(lasts));
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        out.putJobId(id);
        out.putString(worker);
        out.putOptionalBytes(payload);
    }

    public static Heartbeat read(ByteSource in) {
        return new Heartbeat(ListFormat.readCaller(in), in.getJobId(), in.getString(), in.getOptionalBytes());
    }
}
