package dev.reeve.engine.qless;

/**
 * Who asks, by which clock.
 *
 * @param nowMicros the caller's clock, which may be anything; for callers without one it is the server's
 */
public record CallerClock(long nowMicros, QlessDialect dialect) {
    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;

    /** A caller that goes by the server's clock. */
    public static CallerClock at(long atMicros) {
        return new CallerClock(atMicros, QlessDialect.CURRENT);
    }

    public static CallerClock ofSeconds(double now, QlessDialect dialect) {
        return new CallerClock(micros(now), dialect);
    }

    /** Seconds as microseconds; what is past counting becomes the largest number there is. */
    public static long micros(double seconds) {
        return (long) Math.rint(seconds * SECOND);
    }

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

    /** How many seconds have passed since then, as this caller counts them. */
    public double secondsSince(long thenMicros) {
        return dialect.wholeSeconds()
                ? (double) Math.floorDiv(nowMicros, SECOND) - (double) Math.floorDiv(thenMicros, SECOND)
                : ((double) nowMicros - (double) thenMicros) / SECOND;
    }
}
