package dev.reeve.engine;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.queue.JobQueue;
import org.jspecify.annotations.Nullable;

/**
 * Index of the jobs that hold unique keys, by queue and key.
 *
 * <p>Invariant: of the jobs of a queue with the same key one holds it at most. Another one may wait until that has ended:
 * its successor. A job that would hold a key which another one has taken in the meantime has lost it: it has no key any more.
 */
public final class UniqueKeys {
    private record Place(long queueNumber, String key) {}

    private record Claim(Job holder, @Nullable Job successor) {}

    private final NonIterableMap<Place, Claim> claims = new NonIterableMap<>();

    UniqueKeys() {}

    /** Whether the job holds its key at that time, unless it is a successor. */
    public static boolean holds(Job job, long nowMicros) {
        UniqueKey unique = job.ties().unique();
        if (unique == null) {
            return false;
        }
        boolean inUse = !job.state().ended() && !(unique.untilLeased() && job.attempts() > 0);
        return inUse || job.keyHeldUntilMicros() > nowMicros;
    }

    /** The job that holds the key; null if there is none. */
    public @Nullable Job holder(@Nullable JobQueue queue, String key, long nowMicros) {
        Claim claim = queue == null ? null : current(new Place(queue.number(), key), nowMicros);
        return claim == null ? null : claim.holder();
    }

    /** The job that waits for the end of the holder; null if there is none. */
    public @Nullable Job successorOf(Job holder) {
        UniqueKey unique = holder.ties().unique();
        Claim claim = unique == null ? null : claims.get(place(holder, unique));
        return claim == null || claim.holder() != holder ? null : claim.successor();
    }

    private @Nullable Claim current(Place place, long nowMicros) {
        Claim claim = claims.get(place);
        if (claim == null || holds(claim.holder(), nowMicros)) {
            return claim;
        }
        Job successor = claim.successor();
        return successor == null || !holds(successor, nowMicros) ? null : new Claim(successor, null);
    }

    /** Enters a job that is new, or comes from a snapshot. If its key is held, it is the successor. */
    void insert(Job job, long nowMicros) {
        UniqueKey unique = job.ties().unique();
        if (unique == null || !holds(job, nowMicros)) {
            return;
        }
        Place place = place(job, unique);
        Claim claim = current(place, nowMicros);
        if (claim != null && claim.successor() != null) {
            throw new IllegalArgumentException("job " + job.number() + " is the second successor of a job");
        }
        claims.put(place, claim == null ? new Claim(job, null) : new Claim(claim.holder(), job));
    }

    /**
     * Called while a job is being changed. A job that holds its key again, because it starts anew or was moved, takes it if
     * it is free. Returns whether the job may go on with its key.
     */
    boolean keeps(Job job, long nowMicros) {
        UniqueKey unique = job.ties().unique();
        Place place = unique == null ? null : place(job, unique);
        Claim claim = place == null ? null : current(place, nowMicros);
        if (claim != null && place != null && claim.successor() == job) {
            boolean waits = job.state() != State.LEASED && !job.state().ended();
            claims.put(place, waits ? claim : new Claim(claim.holder(), null));
            return waits;
        }
        if (place == null || !holds(job, nowMicros)) {
            return true;
        }
        boolean takes = claim == null || claim.holder() == job;
        if (takes) {
            claims.put(place, claim == null ? new Claim(job, null) : claim);
        }
        return takes;
    }

    /** The job is removed, or leaves its queue or its key. */
    void leave(Job job) {
        UniqueKey unique = job.ties().unique();
        Claim claim = unique == null ? null : claims.get(place(job, unique));
        if (unique == null || claim == null) {
            return;
        }
        Job successor = claim.successor();
        if (claim.holder() == job && successor == null) {
            claims.remove(place(job, unique));
        } else if (claim.holder() == job && successor != null) {
            claims.put(place(job, unique), new Claim(successor, null));
        } else if (successor == job) {
            claims.put(place(job, unique), new Claim(claim.holder(), null));
        }
    }

    private static Place place(Job job, UniqueKey unique) {
        return new Place(job.queue().number(), unique.key());
    }

    void clear() {
        claims.clear();
    }

    /** The time up to which a key is held that is held for so long; for adds that wait until it is free. */
    public static long heldUntilMicros(Job holder) {
        return Math.min(holder.keyHeldUntilMicros(), DeadlineHeap.NEVER - 1);
    }
}
