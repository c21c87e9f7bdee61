package dev.reeve.engine.job;

/** A job that was just leased, as its worker gets it. The payload is the engine's own and must not be written to. */
@SuppressWarnings("ArrayRecordComponent")
public record LeasedJob(
        long number, JobId id, String queue, byte[] payload, long priority, Terms terms, int attempts, Lease lease) {}
