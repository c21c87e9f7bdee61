package dev.reeve.client;

import java.time.Duration;

/** Thrown by a handler that cannot do the job now: the job is given back for a while, and the attempt does not count. */
public final class SnoozeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Duration delay;

    public SnoozeException(Duration delay) {
        super("not before " + delay, null, false, false);
        if (delay.isNegative()) {
            throw new IllegalArgumentException("the delay must not be negative: " + delay);
        }
        this.delay = delay;
    }

    public Duration delay() {
        return delay;
    }
}
