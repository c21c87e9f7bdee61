package dev.reeve.engine.job;

/**
 * The retention of a job after its end, by how it ended: 0 removes the job at once, {@link Terms#FOREVER} keeps it until
 * the TTL passes.
 *
 * @param failedMicros for jobs that failed or timed out
 */
public record Keep(long completedMicros, long failedMicros, long cancelledMicros) {
    public Keep {
        if (completedMicros < 0 || failedMicros < 0 || cancelledMicros < 0) {
            throw new IllegalArgumentException("expected times of at least 0, but got " + completedMicros + ", "
                    + failedMicros + ", " + cancelledMicros);
        }
    }

    /** The same retention for every end. */
    public static Keep of(long micros) {
        return new Keep(micros, micros, micros);
    }

    /** Whether a job is removed when it ends, however it ends. */
    public boolean isNone() {
        return completedMicros == 0 && failedMicros == 0 && cancelledMicros == 0;
    }

    /** The retention of a job that ended in that state. */
    public long micros(State end) {
        return switch (end) {
            case COMPLETED -> completedMicros;
            case CANCELLED -> cancelledMicros;
            default -> failedMicros;
        };
    }
}
