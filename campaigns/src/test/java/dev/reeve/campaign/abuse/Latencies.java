package dev.reeve.campaign.abuse;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Latencies of replies. Not thread-safe. */
final class Latencies {
    private long[] nanos = new long[1024];
    private int count;

    static Latencies all(List<Latencies> parts) {
        Latencies all = new Latencies();
        for (Latencies part : parts) {
            for (int i = 0; i < part.count; i++) {
                all.add(part.nanos[i]);
            }
        }
        return all;
    }

    void add(long tookNanos) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = tookNanos;
    }

    int count() {
        return count;
    }

    /** The latency at this percentile. */
    long micros(double share) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int index = Math.min(count - 1, (int) (count * share));
        return TimeUnit.NANOSECONDS.toMicros(sorted[index]);
    }

    long p99Micros() {
        return micros(0.99);
    }

    @Override
    public String toString() {
        return "p50 %d us, p99 %d us".formatted(micros(0.5), p99Micros());
    }
}
