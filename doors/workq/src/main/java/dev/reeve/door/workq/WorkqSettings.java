package dev.reeve.door.workq;

/** Settings of the Workq door. */
public record WorkqSettings(LeaseReply leaseReply, int mostPayloadBytes, int longestNameBytes) {
    public static final WorkqSettings DEFAULTS = new WorkqSettings(LeaseReply.SEED, 1024 * 1024, 255);
}
