package dev.reeve.engine.batch;

import org.jspecify.annotations.Nullable;

/**
 * A change of all jobs of a batch that has not ended yet, because an entry changes a bounded number of jobs.
 *
 * @param retries whether jobs that failed or were cancelled are retried; otherwise unfinished jobs are cancelled
 * @param force whether leased jobs are cancelled at once, rather than marked
 * @param fromNumber jobs with a smaller number have been looked at
 * @param lastNumber the last number at the time of the command
 */
public record Sweep(
        boolean retries,
        boolean force,
        @Nullable String reason,
        @Nullable String by,
        long fromNumber,
        long lastNumber) {
    /** What is left when the jobs before that number have been looked at. */
    public Sweep from(long number) {
        return new Sweep(retries, force, reason, by, number, lastNumber);
    }
}
