package dev.reeve.engine.qless;

import dev.reeve.engine.job.JobId;

/**
 * What the place of a job among those that can be leased depends on.
 *
 * @param stalled whether its lease was declared lapsed, so that it goes first
 */
public record ReadyRow(JobId id, long priority, long dueAtMicros, boolean stalled) {}
