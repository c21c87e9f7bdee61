package dev.reeve.bench.load;

/** The measurements of one run. */
public record LoadResult(Load load, Timings timings, long nanos) {
    public double cyclesPerSecond() {
        return timings.cycles().getTotalCount() * 1e9 / nanos;
    }

    public double requestsPerSecond() {
        return timings.requests() * 1e9 / nanos;
    }

    public double seconds() {
        return nanos / 1e9;
    }
}
