package dev.reeve.engine.qless;

import dev.reeve.engine.job.JobId;

/**
 * A ready job with the keys of its order.
 *
 * @param stalled whether its lease was ended by a {@code Timeout} command, so that it comes first
 */
public record ReadyRow(JobId id, long priority, long dueAtMicros, boolean stalled) {}
