package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.CallerClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes the dependencies of a job in state DEPENDS.
 *
 * @param ids the dependencies to add or to remove; null removes all
 */
public record Depend(
        @Nullable CallerClock clock,
        JobId id,
        boolean add,
        @Nullable List<JobId> ids) implements Command<Done> {
    public Depend {
        ids = ids == null ? null : List.copyOf(ids);
    }

    @Override
    public long growthBytes() {
        return add ? Growth.dependencies(ids) : 0;
    }

    @Override
    public List<JobRef> jobs() {
        List<JobRef> named = new ArrayList<>();
        named.add(JobRef.of(id));
        if (ids != null) {
            ids.forEach(dependency -> named.add(JobRef.of(dependency)));
        }
        return named;
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        Job job = state.find(JobRef.of(id));
        OptionalJobFields fields = job == null ? null : job.optionalFields();
        if (job == null || fields == null || job.state() != State.DEPENDS) {
            return job == null
                    ? Outcome.refused(Rejection.JOB_NOT_FOUND)
                    : Outcome.refused(Rejection.NOT_DEPENDING, LeaseChecks.state(job));
        }
        if (add) {
            state.edits().addDependencies(job, ids == null ? List.of() : ids);
        } else {
            List<JobId> removed = ids == null ? fields.dependencies() : ids;
            state.edits().removeDependencies(state.clockOr(clock), job, removed, true);
        }
        return Outcome.done();
    }
}
