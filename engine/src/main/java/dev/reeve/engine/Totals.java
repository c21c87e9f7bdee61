package dev.reeve.engine;

import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;

/** Counters over all queues since the data was created. */
public final class Totals {
    /** The counters. The place is the position in snapshots; a new counter is appended. */
    public enum Count {
        CREATED(0),
        COMPLETED(1),
        RETRIED(2),
        FAILED(3),
        TIMED_OUT(4),
        CANCELLED(5),
        /** Unfinished jobs whose TTL passed. */
        EVICTED(6);

        private final int place;

        Count(int place) {
            this.place = place;
        }
    }

    private final long[] counts = new long[Count.values().length];

    public long get(Count count) {
        return counts[count.place];
    }

    public void add(Count count) {
        counts[count.place]++;
    }

    public Totals copy() {
        Totals copy = new Totals();
        System.arraycopy(counts, 0, copy.counts, 0, counts.length);
        return copy;
    }

    public void write(ByteSink out) {
        out.putVarLong(counts.length);
        for (long count : counts) {
            out.putVarLong(count);
        }
    }

    public void read(ByteSource in) {
        int known = in.getCount(counts.length);
        for (int i = 0; i < known; i++) {
            counts[i] = in.getVarLong();
        }
    }
}
