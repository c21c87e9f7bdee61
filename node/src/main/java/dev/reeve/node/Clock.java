package dev.reeve.node;

/** The server's clock: microseconds since 1970, never going back. */
public interface Clock {
    long nowMicros();
}
