package dev.reeve.engine.qless;

/**
 * The time by the clock of a caller, and the caller's dialect.
 *
 * @param nowMicros the time that the caller sent, unchecked; the server's time for callers without a clock
 */
public record CallerClock(long nowMicros, QlessDialect dialect) {
    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;

    /** The server's clock. */
    public static CallerClock at(long atMicros) {
        return new CallerClock(atMicros, QlessDialect.CURRENT);
    }

    public static CallerClock ofSeconds(double now, QlessDialect dialect) {
        return new CallerClock(micros(now), dialect);
    }

    /** Seconds as microseconds, saturated on overflow. */
    public static long micros(double seconds) {
        return (long) Math.rint(seconds * SECOND);
    }

    /** The sum, saturated on overflow. */
    public static long plus(long aMicros, long bMicros) {
        long sum = aMicros + bMicros;
        boolean over = ((aMicros ^ sum) & (bMicros ^ sum)) < 0;
        return over ? (aMicros < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    public static long floorToSecond(long micros) {
        return Math.floorDiv(micros, SECOND) * SECOND;
    }

    /** The number of the day since the epoch. */
    public static long day(long micros) {
        return Math.floorDiv(micros, DAY);
    }

    public long after(long micros) {
        return plus(nowMicros, micros);
    }

    /** The seconds since the given time, in whole seconds if the dialect counts so. */
    public double secondsSince(long thenMicros) {
        return dialect.wholeSeconds()
                ? (double) Math.floorDiv(nowMicros, SECOND) - (double) Math.floorDiv(thenMicros, SECOND)
                : ((double) nowMicros - (double) thenMicros) / SECOND;
    }
}
