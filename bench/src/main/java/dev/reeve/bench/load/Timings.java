package dev.reeve.bench.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How long each step and each whole cycle took, in nanoseconds, from when the client had it to say until it had the reply. */
public final class Timings {
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(10);
    private static final long SHORTEST = 1_000;

    private final Map<Step, Histogram> steps = new EnumMap<>(Step.class);
    private final Histogram cycles;

    Timings() {
        for (Step step : Step.values()) {
            steps.put(step, histogram());
        }
        this.cycles = histogram();
    }

    private Timings(Timings from) {
        from.steps.forEach((step, times) -> steps.put(step, times.copy()));
        this.cycles = from.cycles.copy();
    }

    private static Histogram histogram() {
        return new Histogram(SHORTEST, LONGEST, 3);
    }

    Timings copy() {
        return new Timings(this);
    }

    void replied(Step step, long nanos) {
        of(step).recordValue(Math.min(nanos, LONGEST));
    }

    void finished(long nanos) {
        cycles.recordValue(Math.min(nanos, LONGEST));
    }

    void reset() {
        steps.values().forEach(Histogram::reset);
        cycles.reset();
    }

    Histogram of(Step step) {
        return Objects.requireNonNull(steps.get(step));
    }

    public Histogram cycles() {
        return cycles;
    }

    /** Replies to the three steps of a job. */
    public long requests() {
        return of(Step.ADD).getTotalCount()
                + of(Step.TAKE).getTotalCount()
                + of(Step.FINISH).getTotalCount();
    }

    /** The slowest reply of all. */
    public long slowestNanos() {
        return Math.max(
                of(Step.ADD).getMaxValue(),
                Math.max(of(Step.TAKE).getMaxValue(), of(Step.FINISH).getMaxValue()));
    }
}
