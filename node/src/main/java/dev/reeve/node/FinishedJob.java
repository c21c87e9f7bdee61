package dev.reeve.node;

import dev.reeve.engine.job.JobId;

/** A finished job as passed to the caller that waits for its result. The array is shared with the engine. */
@SuppressWarnings("ArrayRecordComponent")
public record FinishedJob(long number, JobId id, boolean completed, byte[] result) {}
