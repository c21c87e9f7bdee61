package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/** A job as it was when it was looked at. The arrays are the engine's own and must not be written to. */
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
        boolean onCallerClock,
        boolean stalled,
        @Nullable QlessJobFields qlessFields) {
    public Status status() {
        return Status.of(state, timedOut);
    }
}
