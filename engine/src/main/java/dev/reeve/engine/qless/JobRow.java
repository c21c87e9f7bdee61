package dev.reeve.engine.qless;

import dev.reeve.engine.job.JobId;

/** A job in a list that is ordered by time, with its time. */
public record JobRow(JobId id, long micros) {}
