package dev.reeve.engine.job;

import dev.reeve.engine.qless.QlessJobView;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a job at one time. The arrays are shared with the engine and must not be modified.
 *
 * @param qless the part that only qless shows
 */
@SuppressWarnings("ArrayRecordComponent")
public record JobView(
        long number,
        JobId id,
        String queue,
        byte[] payload,
        long priority,
        State state,
        Terms terms,
        long createdAtMicros,
        long startsAtMicros,
        long dueAtMicros,
        int attempts,
        int fails,
        int retriesUsed,
        boolean timedOut,
        @Nullable Lease lease,
        long endedAtMicros,
        byte @Nullable [] result,
        JobLabels labels,
        QlessJobView qless) {
    /** Whether the claim is for the current lease. */
    public boolean isHeldBy(Claim claim) {
        return state == State.LEASED && lease != null && claim.matches(lease);
    }

    public Status status() {
        return Status.of(state, timedOut);
    }
}
