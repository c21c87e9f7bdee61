package dev.reeve.engine;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that have to be removed because their queue is being purged: those of a queue and state up to a number. A job
 * that changes its state before its turn stays.
 */
public final class Purges {
    /**
     * One purge that has not ended.
     *
     * @param fromNumber jobs with a smaller number have been looked at
     * @param lastNumber the last number at the time of the command; later jobs stay
     */
    public record Purge(long queueNumber, State state, long fromNumber, long lastNumber) {
        /** What is left when the jobs before that number have been looked at. */
        public Purge from(long number) {
            return new Purge(queueNumber, state, number, lastNumber);
        }
    }

    /** The estimated memory of a purge. */
    public static final long BYTES = 40 + HeapBytes.SLOT;

    /** Throttled jobs first, because the removal of others makes them ready. */
    private static final Comparator<Purge> ORDER = Comparator.comparingLong(Purge::queueNumber)
            .thenComparing(purge -> purge.state() != State.THROTTLED)
            .thenComparing(Purge::state);

    private final RankedSet<Purge> purges = new RankedSet<>(ORDER);

    Purges() {}

    /** Begins to purge the queue of jobs in that state; an earlier purge of the same kind begins anew. */
    public void add(JobQueue queue, State state, long lastNumber) {
        put(new Purge(queue.number(), state, 0, lastNumber));
    }

    /** Adds the purge, instead of one of the same queue and state. */
    public void put(Purge purge) {
        purges.remove(purge);
        purges.add(purge);
    }

    public void remove(Purge purge) {
        purges.remove(purge);
    }

    /** The queue is gone. */
    void forget(JobQueue queue) {
        if (!purges.isEmpty()) {
            for (State state : State.values()) {
                purges.remove(new Purge(queue.number(), state, 0, 0));
            }
        }
    }

    /** The purge to go on with; null if there is none. */
    public @Nullable Purge first() {
        return purges.first();
    }

    public RankedSet<Purge> all() {
        return purges;
    }

    void clear() {
        purges.clear();
    }

    long sizeBytes() {
        return BYTES * purges.size();
    }
}
