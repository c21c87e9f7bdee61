package dev.reeve.bench.load;

/** The length of a run: a warm-up, then a time or a number of jobs, whichever is reached first. */
public record Span(long warmUpNanos, long nanos, long cycles) {
    private static final double NANOS = 1e9;

    public static Span ofSeconds(double warmUp, double seconds) {
        return new Span((long) (warmUp * NANOS), (long) (seconds * NANOS), Long.MAX_VALUE);
    }

    public static Span ofCycles(double warmUp, long cycles) {
        return new Span((long) (warmUp * NANOS), Long.MAX_VALUE / 2, cycles);
    }
}
