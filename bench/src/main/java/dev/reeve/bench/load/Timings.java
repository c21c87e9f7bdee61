package dev.reeve.bench.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Latencies of each step and of the whole cycle in nanoseconds, from enqueueing the request to decoding the reply. */
public final class Timings {
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(10);
    private static final long SHORTEST = 1_000;

    private final Map<DialogueStep, Histogram> steps = new EnumMap<>(DialogueStep.class);
    private final Histogram cycles;

    Timings() {
        for (DialogueStep step : DialogueStep.values()) {
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

    void replied(DialogueStep step, long nanos) {
        of(step).recordValue(Math.min(nanos, LONGEST));
    }

    void finished(long nanos) {
        cycles.recordValue(Math.min(nanos, LONGEST));
    }

    void reset() {
        steps.values().forEach(Histogram::reset);
        cycles.reset();
    }

    Histogram of(DialogueStep step) {
        return Objects.requireNonNull(steps.get(step));
    }

    public Histogram cycles() {
        return cycles;
    }

    /** The number of replies to the three steps of a job. */
    public long requests() {
        return of(DialogueStep.ADD).getTotalCount()
                + of(DialogueStep.TAKE).getTotalCount()
                + of(DialogueStep.FINISH).getTotalCount();
    }

    /** The highest latency of any step. */
    public long slowestNanos() {
        return Math.max(
                of(DialogueStep.ADD).getMaxValue(),
                Math.max(
                        of(DialogueStep.TAKE).getMaxValue(),
                        of(DialogueStep.FINISH).getMaxValue()));
    }
}
