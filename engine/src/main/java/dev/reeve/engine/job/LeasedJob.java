package dev.reeve.engine.job;

import java.util.List;

/**
 * A job that was just leased, for its worker. The payload is shared with the engine and must not be modified.
 *
 * @param dependencies what the worker learns of the jobs that it depends on
 */
public record LeasedJob(Lease lease, JobView job, List<Dependency> dependencies) {
    public LeasedJob {
        dependencies = List.copyOf(dependencies);
    }

    /** A job without dependencies. */
    public LeasedJob(Lease lease, JobView job) {
        this(lease, job, List.of());
    }

    public long number() {
        return job.number();
    }

    public JobId id() {
        return job.id();
    }

    public String queue() {
        return job.queue();
    }

    public byte[] payload() {
        return job.payload();
    }

    /** The length of the payload, also before it has been read. */
    public int payloadLength() {
        return job.payloadLength();
    }
}
