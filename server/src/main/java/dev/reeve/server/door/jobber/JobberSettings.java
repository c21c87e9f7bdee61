package dev.reeve.server.door.jobber;

/**
 * What an operator may choose.
 *
 * @param visibilityMicros how long a worker has a job that was queued here, unless it says otherwise
 */
public record JobberSettings(long visibilityMicros, long mostPayloadBytes, int longestNameBytes) {
    public static final JobberSettings DEFAULTS = new JobberSettings(30_000_000, 1024 * 1024, 255);
}
