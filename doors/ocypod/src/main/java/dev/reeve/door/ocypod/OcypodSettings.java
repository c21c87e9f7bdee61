package dev.reeve.door.ocypod;

/** Settings of the Ocypod door. */
public record OcypodSettings(InitialStatus initialStatus, long mostPayloadBytes, int longestNameBytes) {
    public static final OcypodSettings DEFAULTS = new OcypodSettings(InitialStatus.QUEUED, 1024 * 1024, 255);
}
