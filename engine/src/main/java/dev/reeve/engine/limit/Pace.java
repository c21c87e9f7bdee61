package dev.reeve.engine.limit;

import dev.reeve.engine.job.Lease;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Rate} has counted. Another rate begins anew.
 *
 * @param nextMicros the time at which the next start would come at an even pace; 0 before the first
 * @param busySinceMicros the last start that came later than at an even pace, so that no earlier one counts any more
 * @param rate the rate that has counted; null before the first start
 */
public record Pace(
        long nextMicros, long busySinceMicros, @Nullable Rate rate) {
    public static final Pace NONE = new Pace(0, 0, null);

    /** What counts for that rate; null for none. */
    Pace of(@Nullable Rate current) {
        return rate == null || rate.equals(current) ? this : NONE;
    }

    Pace afterStart(Rate current, long nowMicros) {
        Pace counted = of(current);
        return counted.nextMicros <= nowMicros
                ? new Pace(nowMicros + current.intervalMicros(), nowMicros, current)
                : new Pace(counted.nextMicros + current.intervalMicros(), counted.busySinceMicros, current);
    }

    /** The pace without a start that was undelivered, if that still counts. */
    Pace without(@Nullable Lease start, Rate current) {
        boolean counts = current.equals(rate) && start != null && start.startedAtMicros() >= busySinceMicros;
        return counts ? new Pace(nextMicros - current.intervalMicros(), busySinceMicros, rate) : this;
    }
}
