package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.RefFormat;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Status;
import org.jspecify.annotations.Nullable;

/**
 * Says what has become of a job, and stores its output if one is given. Its reply says whether that was possible.
 *
 * @param status null leaves the status as it is
 */
@SuppressWarnings("ArrayRecordComponent")
public record SetStatus(JobRef job, Claim claim, @Nullable Status status, byte @Nullable [] output)
        implements Command<SetStatus.Change> {
    private static final byte[] NO_RESULT = new byte[0];

    /** What the status was, and whether the change was one that can be made from there. */
    public record Change(Status was, Verdict verdict) {}

    /** Whether a change was made. */
    public enum Verdict {
        MADE,
        NO_SUCH_CHANGE,
        OUTPUT_ONLY_WHILE_RUNNING
    }

    @Override
    public CommandType type() {
        return CommandType.SET_STATUS;
    }

    @Override
    public Outcome<Change> apply(EngineState store) {
        Job found = store.find(job);
        if (found == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        Status was = found.status();
        if (!claim.isNone() && LeaseChecks.ofLeased(found, claim) != null) {
            return Outcome.refused(Rejection.STALE_LEASE);
        }
        if (status != null && !allowed(was, status)) {
            return Outcome.of(new Change(was, Verdict.NO_SUCH_CHANGE));
        }
        if (output != null && was != Status.RUNNING) {
            return Outcome.of(new Change(was, Verdict.OUTPUT_ONLY_WHILE_RUNNING));
        }
        if (output != null) {
            store.transitions().output(found, output);
        }
        if (status != null) {
            change(store, found, status);
        }
        return Outcome.of(new Change(was, Verdict.MADE));
    }

    private static boolean allowed(Status from, Status to) {
        return switch (from) {
            case QUEUED -> to == Status.CANCELLED;
            case RUNNING -> to != Status.QUEUED && to != Status.RUNNING;
            case FAILED -> to == Status.CANCELLED || to == Status.QUEUED;
            case TIMED_OUT, CANCELLED -> to == Status.QUEUED;
            case COMPLETED -> false;
        };
    }

    private static void change(EngineState store, Job job, Status to) {
        byte[] result = job.result() == null ? NO_RESULT : job.result();
        switch (to) {
            case COMPLETED -> store.transitions().complete(job, result);
            case FAILED -> store.transitions().fail(job, result);
            case TIMED_OUT -> store.transitions().lapse(job);
            case CANCELLED -> store.transitions().cancel(job);
            case QUEUED -> store.transitions().requeue(job);
            case RUNNING -> throw new IllegalStateException("only a worker can start a job");
        }
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
        RefFormat.write(claim, out);
        out.putByte(status == null ? 0 : status.code());
        out.putOptionalBytes(output);
    }

    public static SetStatus read(ByteSource in) {
        JobRef job = RefFormat.readRef(in);
        Claim claim = RefFormat.readClaim(in);
        int code = in.getByte();
        return new SetStatus(job, claim, code == 0 ? null : Status.ofCode(code), in.getOptionalBytes());
    }
}
