package dev.reeve.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a job goes with others: what it depends on, and what the ends of others have led to. Immutable. Jobs without it share
 * {@link #NONE}.
 *
 * @param needs all jobs that it was added to depend on, whether or not they have ended
 * @param cancelledBy the dependency because of which the job was cancelled; null if it was not. Only a CANCELLED job has one
 * @param deadFrom the queue that the job failed in before it came to a dead letter queue; null if it is in none
 * @param deadMoves how often in a row it has moved to a dead letter queue
 */
public record JobFlow(
        List<JobId> needs,
        @Nullable JobId cancelledBy,
        @Nullable String deadFrom,
        int deadMoves) {
    public static final JobFlow NONE = new JobFlow(List.of(), null, null, 0);

    private static final long OVERHEAD_BYTES = 32;

    /** A place among the jobs that are kept for others. */
    private static final long NEED_BYTES = HeapBytes.HASH_ENTRY + 16;

    public JobFlow {
        needs = List.copyOf(needs);
    }

    public boolean isNone() {
        return equals(NONE);
    }

    /** Whether the job is in a dead letter queue: it counts as failed until it completes or leaves the queue. */
    public boolean isDead() {
        return deadMoves > 0;
    }

    public JobFlow withNeeds(List<JobId> value) {
        return new JobFlow(value, cancelledBy, deadFrom, deadMoves).shared();
    }

    public JobFlow withCancelledBy(@Nullable JobId value) {
        return new JobFlow(needs, value, deadFrom, deadMoves).shared();
    }

    /** The job has moved to a dead letter queue, from the given queue unless it came from another one at first. */
    public JobFlow dead(String from) {
        return new JobFlow(needs, cancelledBy, deadFrom == null ? from : deadFrom, deadMoves + 1);
    }

    /** The job has left the dead letter queue. */
    public JobFlow alive() {
        return new JobFlow(needs, cancelledBy, null, 0).shared();
    }

    private JobFlow shared() {
        return isNone() ? NONE : this;
    }

    /** The estimated memory, with places in indexes: among those that wait for others, and that others are kept for. */
    long sizeBytes() {
        return isNone() ? 0 : growthBytes(needs) + HeapBytes.string(deadFrom);
    }

    /** The most that a job with these dependencies takes. */
    public static long growthBytes(List<JobId> needs) {
        return OVERHEAD_BYTES
                + (needs.isEmpty() ? 0 : HeapBytes.MULTIMAP_KEY + HeapBytes.SLOT)
                + 2 * OptionalJobFields.ofDependencies(needs)
                + (HeapBytes.MULTIMAP_KEY + NEED_BYTES) * needs.size();
    }
}
