package dev.reeve.door.jobber;

/**
 * Settings of the Jobber door.
 *
 * @param visibilityMicros the default lease length of jobs that were queued through this door
 */
public record JobberSettings(long visibilityMicros, long mostPayloadBytes, int longestNameBytes) {
    public static final JobberSettings DEFAULTS = new JobberSettings(30_000_000, 1024 * 1024, 255);
}
