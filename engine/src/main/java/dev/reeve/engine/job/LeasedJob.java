package dev.reeve.engine.job;

/** A job that was just leased, as its worker gets it. The payload is the engine's own and must not be written to. */
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
