package dev.reeve.engine;

import dev.reeve.engine.job.Lease;

/**
 * A renewed lease, as its holder is told.
 *
 * @param cancelRequested whether the holder is asked to give up the job
 */
public record Renewed(Lease lease, boolean cancelRequested) {
    /** The new end of the lease. */
    public long deadlineMicros() {
        return lease().deadlineMicros();
    }
}
