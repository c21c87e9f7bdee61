package dev.reeve.campaign.crash;

import dev.reeve.campaign.crash.JobRecord.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Generates the requests of a client: a random mix with a bounded number of jobs. */
final class Workload {
    private static final long MILLI = 1_000;
    private static final long SECOND = 1_000_000;
    private static final long LASTING_TTR_MICROS = 3_600 * SECOND;

    private final SplittableRandom random;
    private final ClientRecord record;
    private final int most;
    private final int largestBytes;
    /** Candidate jobs, some of which may no longer exist. */
    private final List<JobRecord> known = new ArrayList<>();

    /**
     * @param most approximate number of jobs at a time
     * @param largestBytes of a payload or result; nearly all are small
     */
    Workload(SplittableRandom random, ClientRecord record, int most, int largestBytes) {
        this.random = random;
        this.record = record;
        this.most = most;
        this.largestBytes = largestBytes;
    }

    /** Creates the next step and records it as pending. */
    CrashStep next(long nowMicros) {
        CrashStep step = choose(nowMicros);
        record.asks(step);
        return step;
    }

    private CrashStep choose(long nowMicros) {
        boolean full = record.jobs().size() >= most;
        int dice = random.nextInt(100);
        if (known.isEmpty() || dice < (full ? 5 : 40)) {
            return about(CrashStep.Kind.ADD, newJob(nowMicros), nowMicros);
        }
        if (dice < 60) {
            return new CrashStep(CrashStep.Kind.LEASE, null, "", nowMicros);
        }
        JobRecord job = someJob();
        if (dice < 74) {
            return new CrashStep(CrashStep.Kind.COMPLETE, job, text(size()), nowMicros);
        }
        if (dice < 82) {
            return new CrashStep(CrashStep.Kind.FAIL, job, text(size() / 4), nowMicros);
        }
        if (dice < 96) {
            return about(CrashStep.Kind.DELETE, job, nowMicros);
        }
        return about(dice < 98 ? CrashStep.Kind.RESULT : CrashStep.Kind.ADD, job, nowMicros);
    }

    private static CrashStep about(CrashStep.Kind kind, JobRecord job, long nowMicros) {
        return new CrashStep(kind, job, "", nowMicros);
    }

    private JobRecord newJob(long nowMicros) {
        String id = new UUID(random.nextLong(), random.nextLong()).toString();
        long ttr =
                random.nextInt(3) == 0 ? random.nextLong(20 * MILLI, 2 * SECOND) / MILLI * MILLI : LASTING_TTR_MICROS;
        long startsAt =
                random.nextInt(5) == 0 ? nowMicros + random.nextLong(random.nextBoolean() ? SECOND : 9 * SECOND) : 0;
        JobRecord job = record.newJob(id, new Order(text(size()), ttr, random.nextInt(4), startsAt));
        known.add(job);
        return job;
    }

    /** A random job, more often an unfinished one. */
    private JobRecord someJob() {
        if (known.size() > 2 * most) {
            known.removeIf(job -> !record.knows(job));
        }
        JobRecord job = known.get(random.nextInt(known.size()));
        for (int i = 0; i < 2 && !job.fate().isLive(); i++) {
            job = known.get(random.nextInt(known.size()));
        }
        return job;
    }

    private int size() {
        return switch (random.nextInt(100)) {
            case 0 -> random.nextInt(largestBytes);
            case 1, 2, 3, 4, 5 -> random.nextInt(largestBytes / 20);
            default -> random.nextInt(200);
        };
    }

    /** Random bytes, line ends included. */
    private String text(int length) {
        char[] chars = new char[length];
        for (int i = 0; i < length; i++) {
            chars[i] = (char) random.nextInt(256);
        }
        return new String(chars);
    }
}
