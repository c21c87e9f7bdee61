package dev.reeve.engine.search;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.Comparator;

/** The orders of a list of jobs. Each has a key that no two jobs share, so that a list can go on after any job. */
public enum JobOrder {
    /** By descending number. */
    NEWEST,
    /** By ascending number. */
    OLDEST,
    /** The ready jobs of the named queues, in the order of leasing. */
    NEXT,
    /** The jobs of the named queues that wait for their time or their retry, by due time and number. */
    DUE;

    /** Whether the order is by number, in one direction or the other, and therefore works for any filter. */
    public boolean byNumber() {
        return this == NEWEST || this == OLDEST;
    }

    /** Whether a list in this order has jobs in that state. */
    boolean lists(State state) {
        return switch (this) {
            case NEWEST, OLDEST -> true;
            case NEXT -> state == State.READY;
            case DUE -> state == State.SCHEDULED || state == State.RETRYING;
        };
    }

    /** Whether a queue has its jobs in that state in this order. */
    boolean isThatOfSet(State state) {
        return byNumber() ? state.ended() : lists(state);
    }

    Comparator<Job> comparator() {
        return switch (this) {
            case NEWEST -> JobQueue.BY_JOB_NUMBER.reversed();
            case OLDEST -> JobQueue.BY_JOB_NUMBER;
            case NEXT -> JobQueue.BY_LEASING;
            case DUE -> JobQueue.BY_DUE_TIME;
        };
    }
}
