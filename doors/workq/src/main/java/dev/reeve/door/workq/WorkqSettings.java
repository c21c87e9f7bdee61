package dev.reeve.door.workq;

/** Settings of the Workq door. */
public record WorkqSettings(int mostPayloadBytes, int longestNameBytes) {
    public static final WorkqSettings DEFAULTS = new WorkqSettings(1024 * 1024, 255);
}
