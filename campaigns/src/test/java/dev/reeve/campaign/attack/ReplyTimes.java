package dev.reeve.campaign.attack;

import java.util.Arrays;

/** ReplyTimes of replies. */
final class ReplyTimes {
    private long[] nanos;
    private int count;

    ReplyTimes(int expected) {
        nanos = new long[expected];
    }

    void add(long tookNanos) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count + 16);
        }
        nanos[count++] = tookNanos;
    }

    private double millis(int percent) {
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return count == 0 ? 0 : sorted[Math.min(count - 1, count * percent / 100)] / 1e6;
    }

    double p99Millis() {
        return millis(99);
    }

    @Override
    public String toString() {
        return "p50 %.1f, p99 %.1f, worst %.1f ms".formatted(millis(50), millis(99), millis(100));
    }
}
