package dev.reeve.campaign.model;

import dev.reeve.node.Clock;

/** The clock of a server, which remembers what the server has read last. */
final class NotedClock implements Clock {
    private final Clock clock;
    private long lastMicros;

    NotedClock(Clock clock) {
        this.clock = clock;
    }

    @Override
    public long nowMicros() {
        lastMicros = clock.nowMicros();
        return lastMicros;
    }

    @Override
    public long uptimeMicros() {
        return clock.uptimeMicros();
    }

    @Override
    public long offsetMicros() {
        return clock.offsetMicros();
    }

    /** The time, without the server's knowledge. */
    long peekMicros() {
        return clock.nowMicros();
    }

    /** The time that the server has read last. */
    long lastMicros() {
        return lastMicros;
    }
}
