package dev.reeve.engine.limit;

/**
 * How often jobs may start: evenly, so many in a time, or some at once after a pause (GCRA, the generic cell rate
 * algorithm). {@link Pace} is what it has counted.
 *
 * @param burst the most that may start at once
 */
public record Rate(long count, long perMicros, long burst) {
    public static final long MAX_COUNT = 1_000_000;
    public static final long MAX_PER_MICROS = 30L * 24 * 3600 * 1_000_000;

    public Rate {
        if (count < 1 || count > MAX_COUNT || burst < 1 || burst > MAX_COUNT) {
            throw new IllegalArgumentException(
                    "expected counts from 1 to " + MAX_COUNT + ", but got " + count + " and " + burst);
        }
        if (perMicros < 1 || perMicros > MAX_PER_MICROS) {
            throw new IllegalArgumentException("expected a time of up to 30 days, but got " + perMicros);
        }
    }

    /** The time between two starts at an even pace. It is rounded up, so that there are never more starts than allowed. */
    long intervalMicros() {
        return (perMicros + count - 1) / count;
    }

    private long toleranceMicros() {
        return (burst - 1) * intervalMicros();
    }

    /** How many jobs may start now. */
    public int startsNow(Pace pace, long nowMicros) {
        long ahead = Math.max(0, pace.of(this).nextMicros() - nowMicros);
        return ahead > toleranceMicros() ? 0 : (int) ((toleranceMicros() - ahead) / intervalMicros() + 1);
    }

    /** The time at which one more job may start than now. There is none if as many may start as ever. */
    public long nextStartMicros(Pace pace, long nowMicros) {
        return pace.of(this).nextMicros() - toleranceMicros() + startsNow(pace, nowMicros) * intervalMicros();
    }
}
