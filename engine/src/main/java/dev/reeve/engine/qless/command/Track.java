package dev.reeve.engine.qless.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessState;
import java.util.List;

/**
 * Starts or stops the tracking of a job, whose events are then published. Returns whether this changed anything.
 *
 * @param mustExist refuses an unknown job
 * @param tags tags to add to the job, if it exists
 */
public record Track(CallerClock clock, JobId id, boolean tracked, boolean mustExist, List<String> tags)
        implements Command<Boolean> {
    public Track {
        tags = List.copyOf(tags);
    }

    @Override
    public long growthBytes() {
        return (tracked ? QlessState.trackedBytes(id) : 0) + (tags.isEmpty() ? 0 : Growth.HISTORY + Growth.tags(tags));
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(JobRef.of(id));
    }

    @Override
    public Outcome<Boolean> apply(EngineState state) {
        Job job = state.find(JobRef.of(id));
        if (mustExist && job == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (job != null && !tags.isEmpty()) {
            state.edits().addTags(clock, job, tags);
        }
        return Outcome.of(state.qless().administration().track(clock, id, tracked));
    }
}
