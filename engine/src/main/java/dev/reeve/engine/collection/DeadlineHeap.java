package dev.reeve.engine.collection;

import dev.reeve.engine.job.Job;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines that the server's clock fires: at most one per job, the earliest that applies to it. A four-ary heap
 * ordered by time, then by job number. Each job stores its index in the heap, so updates and removals are O(log n).
 */
public final class DeadlineHeap {
    public static final long NEVER = Long.MAX_VALUE;

    static final int ARITY = 4;

    private long[] times = new long[64];
    private @Nullable Job[] jobs = new Job[64];
    private int size;

    /** The start plus the duration; {@link #NEVER} on overflow. */
    public static long after(long startMicros, long durationMicros) {
        long end = startMicros + durationMicros;
        return durationMicros == NEVER || (durationMicros > 0 && end < startMicros) ? NEVER : end;
    }

    /** The earliest deadline, or {@link #NEVER}. */
    public long nextMicros() {
        return size == 0 ? NEVER : times[0];
    }

    /** The job with the earliest deadline, if that is due at the given time. */
    public @Nullable Job due(long atMicros) {
        return size > 0 && times[0] <= atMicros ? jobs[0] : null;
    }

    public int size() {
        return size;
    }

    /** Sets, moves or (with {@link #NEVER}) removes the job's deadline. */
    public void set(Job job, long timeMicros) {
        int place = job.deadlineIndex();
        if (timeMicros == NEVER) {
            if (place >= 0) {
                removeAt(place);
                job.deadlineIndex(-1);
            }
            return;
        }
        if (place < 0) {
            place = size++;
            if (place == times.length) {
                times = Arrays.copyOf(times, 2 * place);
                jobs = Arrays.copyOf(jobs, 2 * place);
            }
        } else if (times[place] == timeMicros) {
            return;
        }
        put(place, timeMicros, job);
        settle(place);
    }

    public long timeMicros(int place) {
        return times[place];
    }

    public void clear() {
        times = new long[64];
        jobs = new Job[64];
        size = 0;
    }

    private void removeAt(int place) {
        size--;
        Job last = job(size);
        long lastTime = times[size];
        jobs[size] = null;
        if (place != size) {
            put(place, lastTime, last);
            settle(place);
        }
    }

    private void settle(int place) {
        if (!siftUp(place)) {
            siftDown(place);
        }
    }

    private boolean siftUp(int start) {
        int place = start;
        while (place > 0) {
            int parent = (place - 1) / ARITY;
            if (!before(place, parent)) {
                break;
            }
            swap(place, parent);
            place = parent;
        }
        return place != start;
    }

    private void siftDown(int start) {
        int place = start;
        while (true) {
            int first = place * ARITY + 1;
            int best = place;
            for (int child = first; child < Math.min(first + ARITY, size); child++) {
                if (before(child, best)) {
                    best = child;
                }
            }
            if (best == place) {
                return;
            }
            swap(place, best);
            place = best;
        }
    }

    private boolean before(int a, int b) {
        return times[a] != times[b] ? times[a] < times[b] : job(a).number() < job(b).number();
    }

    private void swap(int a, int b) {
        long time = times[a];
        Job job = job(a);
        put(a, times[b], job(b));
        put(b, time, job);
    }

    private void put(int place, long time, Job job) {
        times[place] = time;
        jobs[place] = job;
        job.deadlineIndex(place);
    }

    @SuppressWarnings("NullAway")
    public Job job(int place) {
        return jobs[place];
    }
}
