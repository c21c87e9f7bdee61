package dev.reeve.engine.qless;

import dev.reeve.engine.job.JobId;

/** A job in a list that goes by a time, and that time. */
public record JobRow(JobId id, long micros) {}
