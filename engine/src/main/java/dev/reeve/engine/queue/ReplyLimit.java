package dev.reeve.engine.queue;

import dev.reeve.engine.job.Job;
import java.util.List;

/**
 * A limit on the size of the jobs that one command returns. The first job is returned whatever its size.
 *
 * @param maxBytes the size of the jobs that may still be returned
 * @param first whether no job has been returned yet
 */
public record ReplyLimit(long maxBytes, boolean first) {
    public static final long MAX_BYTES = 1024 * 1024;

    /** The limit for commands that name none. */
    public static final ReplyLimit USUAL = new ReplyLimit(MAX_BYTES, true);

    /** Adds jobs to a list in order, until the next one would exceed the limit. */
    public void addUpToLimit(List<Job> jobs, List<Job> more) {
        if (first && jobs.isEmpty() && more.size() == 1) {
            jobs.addAll(more);
            return;
        }
        long bytes = jobs.stream().mapToLong(Job::sizeBytes).sum();
        for (Job job : more) {
            bytes += job.sizeBytes();
            if (bytes > maxBytes() && !(first && jobs.isEmpty())) {
                return;
            }
            jobs.add(job);
        }
    }
}
