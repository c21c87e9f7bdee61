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

/** Removes a job, whatever its state. */
public record Delete(JobRef job) implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.DELETE;
    }

    @Override
    public Outcome<Done> apply(EngineState store) {
        Job found = store.find(job);
        if (found == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        store.transitions().remove(found, EndReason.DELETED);
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        RefFormat.write(job, out);
    }

    public static Delete read(ByteSource in) {
        return new Delete(RefFormat.readRef(in));
    }
}
