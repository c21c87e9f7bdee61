package dev.reeve.door.qless.call;

import dev.reeve.door.qless.CallPlan;
import dev.reeve.door.qless.ReplySize;
import dev.reeve.engine.Dependents;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QlessQueries.Numbered;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Long query for a job with all its dependents. The job is as in the first step. The dependents are read by number, so that
 * each one that depends on the job during the whole query is listed once.
 */
final class JobWithDependents implements CallPlan.CountedQuery<JobWithDependents.Found> {
    /** The job, if there is one, and the jobs that depend on it. */
    record Found(@Nullable JobView job, List<JobId> dependents) implements ReplySize.Parts {
        @Override
        public List<Object> parts() {
            return job == null ? List.of() : List.of(job, dependents);
        }
    }

    private static final int DEPENDENTS_A_STEP = 500;

    private final JobId id;
    private final List<JobId> dependents = new ArrayList<>();
    private @Nullable JobView job;
    private long last;

    JobWithDependents(JobId id) {
        this.id = id;
    }

    @Override
    public long lookedAt() {
        return 1L + dependents.size();
    }

    @Override
    public @Nullable Found step(EngineView engine) {
        QlessQueries queries = engine.qless();
        if (job == null) {
            job = queries.job(id);
            if (job == null || job.qless().dependents().size() < Dependents.MOST_IN_VIEW) {
                return new Found(job, job == null ? List.of() : job.qless().dependents());
            }
        }
        List<Numbered> page = queries.dependents(id, last, DEPENDENTS_A_STEP);
        page.forEach(dependent -> dependents.add(dependent.id()));
        if (page.size() < DEPENDENTS_A_STEP) {
            return new Found(job, dependents);
        }
        last = page.get(page.size() - 1).number();
        return null;
    }
}
