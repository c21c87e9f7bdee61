package dev.reeve.door.goqueue;

/** Settings of the Go Job Queue door. */
public record GoqueueSettings(int mostPayloadBytes, int longestNameBytes) {
    public static final GoqueueSettings DEFAULTS = new GoqueueSettings(1024 * 1024, 255);
}
