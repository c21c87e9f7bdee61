package dev.reeve.engine.command;

import dev.reeve.engine.CallerClock;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.format.RecurringFormat;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.queue.RecurringJob;
import dev.reeve.engine.queue.RecurringPatch;

/** Changes a recurring job. */
public record UpdateRecurring(CallerClock caller, JobId id, RecurringPatch patch) implements Command<Done> {
    @Override
    public CommandType type() {
        return CommandType.UPDATE_RECURRING;
    }

    @Override
    public boolean grows() {
        return true;
    }

    @Override
    public Outcome<Done> apply(EngineState store) {
        RecurringJob job = store.recurring().get(id);
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        store.qlessAdministration().recur(caller, patch.on(job));
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        out.putJobId(id);
        RecurringFormat.write(patch, out);
    }

    public static UpdateRecurring read(ByteSource in) {
        return new UpdateRecurring(ListFormat.readCaller(in), in.getJobId(), RecurringFormat.readPatch(in));
    }
}
