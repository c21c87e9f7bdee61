package dev.reeve.engine.batch;

import dev.reeve.engine.job.Standing;
import org.jspecify.annotations.Nullable;

/**
 * How the jobs of a batch stand. A job that is gone counts as it did at its end; one that was removed before its end counts
 * as cancelled.
 */
public record BatchCounts(long pending, long completed, long failed, long cancelled) {
    public static final BatchCounts NONE = new BatchCounts(0, 0, 0, 0);

    public BatchCounts {
        if (pending < 0 || completed < 0 || failed < 0 || cancelled < 0) {
            throw new IllegalArgumentException("expected numbers of at least 0, but got " + pending + ", " + completed
                    + ", " + failed + ", " + cancelled);
        }
    }

    public long total() {
        return pending + completed + failed + cancelled;
    }

    public boolean allCompleted() {
        return completed == total();
    }

    /**
     * The counts after a job has changed.
     *
     * @param from null for a new job
     */
    public BatchCounts moved(@Nullable Standing from, Standing to) {
        return new BatchCounts(
                pending + change(Standing.PENDING, from, to),
                completed + change(Standing.COMPLETED, from, to),
                failed + change(Standing.FAILED, from, to),
                cancelled + change(Standing.CANCELLED, from, to));
    }

    private static int change(Standing counted, @Nullable Standing from, Standing to) {
        return (counted == to ? 1 : 0) - (counted == from ? 1 : 0);
    }
}
