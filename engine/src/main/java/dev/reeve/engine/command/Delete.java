package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.RefFormat;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import java.util.List;

/**
 * Removes a job in any state.
 *
 * @param completeLeased completes a leased job with an empty result instead of removing it, for a protocol with one
 *     command for both
 */
public record Delete(JobRef job, boolean completeLeased) implements Command<Done> {
    private static final byte[] NO_RESULT = new byte[0];

    public Delete(JobRef job) {
        this(job, false);
    }

    @Override
    public CommandType type() {
        return CommandType.DELETE;
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    /** Removing a job is always possible. */
    @Override
    public long ledgerBytes(EngineState state) {
        return 0;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        Job found = state.find(job);
        if (found == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (completeLeased && found.state() == State.LEASED) {
            state.ends().complete(state.clockOr(null), found, NO_RESULT);
        } else {
            state.ends().remove(found, EndReason.DELETED);
        }
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
        out.putBoolean(completeLeased);
    }

    public static Delete read(ByteSource in) {
        return new Delete(RefFormat.readRef(in), in.getBoolean());
    }
}
