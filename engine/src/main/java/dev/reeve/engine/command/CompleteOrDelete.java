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

/**
 * The one word of a protocol for "done" and for "not wanted": a leased job is completed with an empty result, any other
 * is removed.
 */
public record CompleteOrDelete(JobRef job) implements Command<Done> {
    private static final byte[] NO_RESULT = new byte[0];

    @Override
    public CommandType type() {
        return CommandType.COMPLETE_OR_DELETE;
    }

    @Override
    public Outcome<Done> apply(EngineState store) {
        Job found = store.find(job);
        if (found == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (found.state() == State.LEASED) {
            store.transitions().complete(found, NO_RESULT);
        } else {
            store.transitions().remove(found, EndReason.DELETED);
        }
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
    }

    public static CompleteOrDelete read(ByteSource in) {
        return new CompleteOrDelete(RefFormat.readRef(in));
    }
}
