package dev.reeve.engine.queue;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import java.util.Comparator;

/** The unfinished jobs of one name, each in the order that its state asks for. */
public final class JobQueue {
    public static final Comparator<JobQueue> BY_NAME = Comparator.comparing(JobQueue::name);

    private static final Comparator<Job> BY_DUE_TIME =
            (a, b) -> byTime(a.dueAtMicros(), a.number(), b.dueAtMicros(), b.number());
    private static final Comparator<Job> BY_LEASE_END =
            (a, b) -> byTime(leaseEnd(a), a.number(), leaseEnd(b), b.number());

    private static final long OVERHEAD_BYTES = 512;

    private final String name;
    private final RankedSet<Job> ready = new RankedSet<>(ReadyOrder.INSTANCE);
    private final RankedSet<Job> scheduled = new RankedSet<>(BY_DUE_TIME);
    private final RankedSet<Job> leased = new RankedSet<>(BY_LEASE_END);

    public JobQueue(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** Jobs that can be leased, in the order in which they will be. */
    public RankedSet<Job> ready() {
        return ready;
    }

    /** Jobs that wait for a time, the next one first. */
    public RankedSet<Job> scheduled() {
        return scheduled;
    }

    /** Jobs that workers have, the one whose lease ends next first. */
    public RankedSet<Job> leased() {
        return leased;
    }

    /** What the queue counts against the memory budget besides its jobs, about. */
    public long sizeBytes() {
        return OVERHEAD_BYTES + name.length();
    }

    public void enter(Job job) {
        boolean added = switch (job.state()) {
            case READY -> ready.add(job);
            case SCHEDULED, RETRYING -> scheduled.add(job);
            case LEASED -> leased.add(job);
            default -> true;
        };
        check(added, job, "is in its queue twice");
    }

    /** Takes the job out; its sort keys must be those that it entered with. */
    public void leave(Job job) {
        boolean removed = switch (job.state()) {
            case READY -> ready.remove(job);
            case SCHEDULED, RETRYING -> scheduled.remove(job);
            case LEASED -> leased.remove(job);
            default -> true;
        };
        check(removed, job, "is missing from its queue");
    }

    private static void check(boolean holds, Job job, String otherwise) {
        if (!holds) {
            throw new IllegalStateException("job " + job.number() + " (" + job.state() + ") " + otherwise);
        }
    }

    private static int byTime(long timeOfA, long a, long timeOfB, long b) {
        return timeOfA != timeOfB ? Long.compare(timeOfA, timeOfB) : Long.compare(a, b);
    }

    private static long leaseEnd(Job job) {
        Lease lease = job.lease();
        return lease == null ? Long.MAX_VALUE : lease.deadlineMicros();
    }
}
