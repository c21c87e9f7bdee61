package dev.reeve.engine.search;

import dev.reeve.engine.job.JobView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list of jobs.
 *
 * @param next where the list goes on; null at its end. A page may have fewer jobs than asked for, even none, and a next one
 * @param lookedAt how many jobs were looked at
 * @param count how many jobs the whole list has; null where no index knows it
 */
public record JobPage(
        List<JobView> jobs,
        @Nullable JobPosition next,
        int lookedAt,
        @Nullable Long count) {
    public JobPage {
        jobs = List.copyOf(jobs);
    }
}
