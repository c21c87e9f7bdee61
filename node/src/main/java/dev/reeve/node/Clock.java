package dev.reeve.node;

/** The server's clock: microseconds since 1970, never going back. */
public interface Clock {
    long nowMicros();

    /** Somebody else has used this time already: from now on the time is not before it. */
    default void notBefore(long micros) {}

    /** Microseconds since an arbitrary moment, for durations: as much as time has passed, whatever the clocks say. */
    default long uptimeMicros() {
        return nowMicros();
    }

    /**
     * The server's time minus that of the system clock: above 0 if the system clock was set back, below 0 while a jump
     * ahead is not followed.
     */
    default long offsetMicros() {
        return 0;
    }

    /** The time of the system clock; while a jump ahead of it is not followed, the server's. */
    default long systemTimeMicros() {
        long now = nowMicros();
        return now - Math.max(0, offsetMicros());
    }

    /**
     * The server's time at this time of the system clock. Times that clients name are theirs: while the server is ahead,
     * they are as far ahead, so that no time is refused that has not come yet.
     */
    default long atSystemTime(long systemMicros) {
        long ahead = Math.max(0, offsetMicros());
        return systemMicros > Long.MAX_VALUE - ahead ? Long.MAX_VALUE : systemMicros + ahead;
    }
}
