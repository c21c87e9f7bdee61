package dev.reeve.engine.limit;

/**
 * How many limits there are, and keys with jobs.
 *
 * @param limits patterns of keys that have a limit
 * @param keys keys of jobs, whether or not a limit counts for them
 */
public record LimitCounts(int limits, int keys) {}
