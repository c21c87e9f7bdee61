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
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import java.util.List;

/**
 * Takes jobs from their workers as if the leases had lapsed. At the first one that nobody has it stops, and its refusal
 * names that; those before it have been taken.
 */
public record Timeout(CallerClock caller, List<JobId> ids) implements Command<Done> {
    public Timeout {
        ids = List.copyOf(ids);
    }

    @Override
    public CommandType type() {
        return CommandType.TIMEOUT;
    }

    @Override
    public Outcome<Done> apply(EngineState store) {
        for (JobId id : ids) {
            Job job = store.find(JobRef.of(id));
            if (job == null || job.state() != State.LEASED) {
                Rejection why = job == null ? Rejection.JOB_NOT_FOUND : Rejection.NOT_RUNNING;
                return Outcome.refused(why, id.toString());
            }
            store.qlessTransitions().timeout(caller, job);
        }
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        ListFormat.writeIds(ids, out);
    }

    public static Timeout read(ByteSource in) {
        return new Timeout(ListFormat.readCaller(in), ListFormat.readIds(in));
    }
}
