package dev.reeve.engine.job;

/** A job that was just leased, for its worker. The payload is shared with the engine and must not be modified. */
public record LeasedJob(Lease lease, JobView job) {
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
}
