package dev.reeve.server.node;

import dev.reeve.engine.job.JobId;

/** A finished job, as one who waits for its result gets it. The array is the engine's own. */
@SuppressWarnings("ArrayRecordComponent")
public record FinishedJob(long number, JobId id, boolean completed, byte[] result) {}
