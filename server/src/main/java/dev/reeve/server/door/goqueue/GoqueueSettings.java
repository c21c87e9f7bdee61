package dev.reeve.server.door.goqueue;

/** What an operator may choose. */
public record GoqueueSettings(int mostPayloadBytes, int longestNameBytes) {
    public static final GoqueueSettings DEFAULTS = new GoqueueSettings(1024 * 1024, 255);
}
