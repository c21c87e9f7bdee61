package dev.reeve.engine.job;

import dev.reeve.engine.qless.QlessJobView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a job at one time. The arrays are shared with the engine and must not be modified.
 *
 * @param qless what qless knows of it
 * @param dependents the jobs that depend on it
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
        @Nullable OptionalJobFields optionalFields,
        QlessJobView qless,
        List<JobId> dependents) {
    /** Whether the claim is for the current lease. */
    public boolean isHeldBy(Claim claim) {
        return state == State.LEASED && lease != null && claim.matches(lease);
    }

    public Status status() {
        return Status.of(state, timedOut);
    }
}
