package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.qless.CallerClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds tags to a job, or removes them. Returns the job's new tags. */
public record Tag(@Nullable CallerClock clock, JobId id, boolean add, List<String> tags)
        implements Command<List<String>> {
    public Tag {
        tags = List.copyOf(tags);
    }

    @Override
    public long growthBytes() {
        return Growth.HISTORY + (add ? Growth.tags(tags) : 0);
    }

    @Override
    public long growthBytes(EngineState state) {
        return Growth.history(state.find(JobRef.of(id))) + (add ? Growth.tags(tags) : 0);
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(JobRef.of(id));
    }

    @Override
    public Outcome<List<String>> apply(EngineState state) {
        Job job = state.find(JobRef.of(id));
        if (job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (add) {
            state.edits().addTags(state.clockOr(clock), job, tags);
        } else {
            state.edits().removeTags(job, tags);
        }
        return Outcome.of(job.labels().tags());
    }
}
