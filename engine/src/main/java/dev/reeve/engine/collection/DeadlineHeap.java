package dev.reeve.engine.collection;

import dev.reeve.engine.job.Job;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines that the server's clock fires: at most one per job, the earliest that applies to it. A four-ary heap
 * ordered by time, then by job number. Each job stores its index in the heap, so updates and removals are O(log n). The heap is in
 * chunks: it takes no more memory than it needs, and to grow copies nothing.
 */
public final class DeadlineHeap {
    public static final long NEVER = Long.MAX_VALUE;

    static final int ARITY = 4;

    static final int CHUNK = 1024;
    private static final int CHUNK_BITS = Integer.numberOfTrailingZeros(CHUNK);

    private static final long[] NO_TIMES = {};
    private static final Job[] NO_JOBS = {};

    private long[][] times = {NO_TIMES};
    private @Nullable Job[][] jobs = {NO_JOBS};
    private int chunks;
    private int size;

    /** The start plus the duration; {@link #NEVER} on overflow. */
    public static long after(long startMicros, long durationMicros) {
        long end = startMicros + durationMicros;
        return durationMicros == NEVER || (durationMicros > 0 && end < startMicros) ? NEVER : end;
    }

    /** The earliest deadline, or {@link #NEVER}. */
    public long nextMicros() {
        return size == 0 ? NEVER : timeMicros(0);
    }

    /** The job with the earliest deadline, if that is due at the given time. */
    public @Nullable Job due(long atMicros) {
        return size > 0 && timeMicros(0) <= atMicros ? job(0) : null;
    }

    public int size() {
        return size;
    }

    /** How many deadlines there is memory for. */
    int capacity() {
        return chunks * CHUNK;
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
            if (place >> CHUNK_BITS == chunks) {
                addChunk();
            }
        } else if (timeMicros(place) == timeMicros) {
            return;
        }
        put(place, timeMicros, job);
        settle(place);
    }

    public long timeMicros(int place) {
        return times[place >> CHUNK_BITS][place & (CHUNK - 1)];
    }

    public void clear() {
        while (chunks > 0) {
            removeChunk();
        }
        size = 0;
    }

    private void addChunk() {
        if (chunks == times.length) {
            times = Arrays.copyOf(times, 2 * chunks);
            jobs = Arrays.copyOf(jobs, 2 * chunks);
        }
        times[chunks] = new long[CHUNK];
        jobs[chunks] = new Job[CHUNK];
        chunks++;
    }

    private void removeChunk() {
        chunks--;
        times[chunks] = NO_TIMES;
        jobs[chunks] = NO_JOBS;
    }

    private void removeAt(int place) {
        size--;
        Job last = job(size);
        long lastTime = timeMicros(size);
        jobs[size >> CHUNK_BITS][size & (CHUNK - 1)] = null;
        if (place != size) {
            put(place, lastTime, last);
            settle(place);
        }
        // One empty chunk is kept, so that a heap whose size goes up and down does not allocate.
        if (chunks > (size >> CHUNK_BITS) + 2) {
            removeChunk();
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
        long timeOfA = timeMicros(a);
        long timeOfB = timeMicros(b);
        return timeOfA != timeOfB ? timeOfA < timeOfB : job(a).number() < job(b).number();
    }

    private void swap(int a, int b) {
        long time = timeMicros(a);
        Job job = job(a);
        put(a, timeMicros(b), job(b));
        put(b, time, job);
    }

    private void put(int place, long time, Job job) {
        times[place >> CHUNK_BITS][place & (CHUNK - 1)] = time;
        jobs[place >> CHUNK_BITS][place & (CHUNK - 1)] = job;
        job.deadlineIndex(place);
    }

    @SuppressWarnings("NullAway")
    public Job job(int place) {
        return jobs[place >> CHUNK_BITS][place & (CHUNK - 1)];
    }
}
