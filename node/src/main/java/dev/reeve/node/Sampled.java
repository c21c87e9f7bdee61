package dev.reeve.node;

import dev.reeve.engine.JobEventType;
import java.util.function.ToLongFunction;

/**
 * Samples of counters at equal distances, the latest ones: what was counted since the sample before, and the number of
 * ready jobs. One thread only.
 */
public final class Sampled {
    /** The counters, in the order in which a sample has them; after them comes the number of ready jobs. */
    private static final JobEventType[] COUNTED = {
        JobEventType.ADDED, JobEventType.LEASED, JobEventType.COMPLETED, JobEventType.FAILED
    };

    private static final int WIDTH = COUNTED.length + 1;
    private static final double MICROS_A_SECOND = 1e6;
    /** Below it, a rate would say more about the moment than about the queue. */
    private static final long SHORTEST_WINDOW_MICROS = 1_000_000;

    private final int[] values;
    private final int capacity;
    private int next;
    private int size;
    private long[] counts;
    private long[] countsBefore;
    private long atMicros;
    private long beforeMicros;

    /** Begins with counters at zero. */
    public Sampled(int capacity, long nowMicros) {
        this.capacity = capacity;
        this.values = new int[capacity * WIDTH];
        this.counts = new long[COUNTED.length];
        this.countsBefore = counts;
        this.atMicros = nowMicros;
        this.beforeMicros = nowMicros;
    }

    private static long[] read(ToLongFunction<JobEventType> counter) {
        long[] counts = new long[COUNTED.length];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = counter.applyAsLong(COUNTED[i]);
        }
        return counts;
    }

    /** Adds a sample. Where the time of several has passed, those before it are empty. */
    public void sample(long nowMicros, long stepMicros, ToLongFunction<JobEventType> counter, int ready) {
        long missed = Math.min(capacity, Math.max(0, (nowMicros - atMicros) / stepMicros - 1));
        for (long i = 0; i < missed; i++) {
            add(new long[COUNTED.length], ready);
        }
        long[] now = read(counter);
        long[] counted = new long[COUNTED.length];
        for (int i = 0; i < counted.length; i++) {
            counted[i] = Math.max(0, now[i] - counts[i]);
        }
        add(counted, ready);
        beforeMicros = atMicros;
        countsBefore = counts;
        atMicros = nowMicros;
        counts = now;
    }

    private void add(long[] counted, int ready) {
        for (int i = 0; i < counted.length; i++) {
            values[next * WIDTH + i] = (int) Math.min(Integer.MAX_VALUE, counted[i]);
        }
        values[next * WIDTH + counted.length] = ready;
        next = (next + 1) % capacity;
        size = Math.min(capacity, size + 1);
    }

    /** The averages since the sample before the last one. */
    public Rates rates(long nowMicros, ToLongFunction<JobEventType> counter) {
        long[] now = read(counter);
        double seconds = Math.max(SHORTEST_WINDOW_MICROS, nowMicros - beforeMicros) / MICROS_A_SECOND;
        double[] each = new double[COUNTED.length];
        for (int i = 0; i < each.length; i++) {
            each[i] = Math.max(0, now[i] - countsBefore[i]) / seconds;
        }
        return new Rates(each[0], each[1], each[2], each[3]);
    }

    /** A copy of all samples. */
    public Samples copy(long stepMicros) {
        int[][] columns = new int[WIDTH][size];
        for (int i = 0; i < size; i++) {
            int row = Math.floorMod(next - size + i, capacity);
            for (int column = 0; column < WIDTH; column++) {
                columns[column][i] = values[row * WIDTH + column];
            }
        }
        return new Samples(atMicros - size * stepMicros, stepMicros, columns);
    }
}
