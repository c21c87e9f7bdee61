package dev.reeve.engine.queue;

import dev.reeve.engine.job.Job;
import java.util.List;

/** The limit on the size of the jobs that one command returns. The first job is returned whatever its size. */
public final class ReplyLimit {
    public static final long MAX_BYTES = 1024 * 1024;

    private ReplyLimit() {}

    /** Adds jobs to a list in order, until the next one would exceed the limit. */
    public static void addUpToLimit(List<Job> jobs, List<Job> more) {
        if (jobs.isEmpty() && more.size() == 1) {
            jobs.addAll(more);
            return;
        }
        long bytes = jobs.stream().mapToLong(Job::sizeBytes).sum();
        for (Job job : more) {
            bytes += job.sizeBytes();
            if (bytes > MAX_BYTES && !jobs.isEmpty()) {
                return;
            }
            jobs.add(job);
        }
    }
}
