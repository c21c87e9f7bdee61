package dev.reeve.engine.command;

import dev.reeve.engine.CallerClock;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.NonIterableMap;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.ListFormat;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import java.util.List;

/**
 * Removes jobs, whoever has them; all or, if a job that is not among them waits for one, none. Completed ones stay. Its
 * refusal names the job and the one that waits for it.
 */
public record Cancel(CallerClock caller, List<JobId> ids) implements Command<Done> {
    public Cancel {
        ids = List.copyOf(ids);
    }

    @Override
    public CommandType type() {
        return CommandType.CANCEL;
    }

    @Override
    public Outcome<Done> apply(EngineState store) {
        NonIterableMap<JobId, JobId> mentioned = NonIterableMap.of(ids);
        for (JobId id : ids) {
            for (Job waiting : store.dependents().of(id)) {
                if (!mentioned.contains(waiting.id())) {
                    return Outcome.refused(
                            Rejection.HAS_DEPENDENTS,
                            id.toString(),
                            waiting.id().toString());
                }
            }
        }
        ids.forEach(id -> store.qlessTransitions().cancel(caller, id));
        return Outcome.done();
    }

    @Override
    public void write(ByteSink out) {
        ListFormat.write(caller, out);
        ListFormat.writeIds(ids, out);
    }

    public static Cancel read(ByteSource in) {
        return new Cancel(ListFormat.readCaller(in), ListFormat.readIds(in));
    }
}
