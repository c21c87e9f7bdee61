package dev.reeve.campaign.crash;

import dev.reeve.campaign.crash.JobRecord.Look;
import dev.reeve.testkit.Violation;
import dev.reeve.testkit.WorkqClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A client over all runs of a server: it uses one connection per run, and verifies all jobs in between. */
final class LoadClient {
    private static final int MOST_JOBS = 150;
    private static final int LARGEST_BYTES = 100_000;
    private static final int DEEPEST_PIPELINE = 40;
    private static final int LOOKS_AT_ONCE = 20;
    private static final int LISTINGS = 5;
    private static final long SLACK_MICROS = TimeUnit.MILLISECONDS.toMicros(200);

    /** Leases are confirmed after two seconds at most; a busy machine may be late. */
    private static final long CONFIRMED_AFTER_MICROS = TimeUnit.SECONDS.toMicros(10);

    private final ClientRecord record;
    private final Workload workload;
    private final SplittableRandom random;

    LoadClient(String queue, SplittableRandom random) {
        this.random = random;
        record = new ClientRecord(queue, SLACK_MICROS);
        workload = new Workload(random.split(), record, MOST_JOBS, LARGEST_BYTES);
    }

    ClientRecord record() {
        return record;
    }

    static long nowMicros() {
        return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    }

    /** Sends load until the connection is lost. */
    void work(int port, CrashLoad load) {
        try (WorkqClient client = new WorkqClient(port)) {
            while (true) {
                int count = 1 + random.nextInt(DEEPEST_PIPELINE);
                StringBuilder requests = new StringBuilder();
                for (int i = 0; i < count; i++) {
                    requests.append(WorkqSteps.request(workload.next(nowMicros()), record.queue()));
                }
                client.send(requests.toString());
                CrashStep next;
                while ((next = record.awaiting()) != null) {
                    record.answered(WorkqSteps.read(client, next.kind()), nowMicros() + 999);
                    load.answered();
                }
            }
        }
    }

    /** The server has ended, at this time or later. */
    void lostConnection(long endedAtMicros) {
        record.lostConnection(endedAtMicros - CONFIRMED_AFTER_MICROS);
    }

    /** After a restart: compares the jobs found with the acknowledged changes. */
    void verify(WorkqClient client, boolean allDeleted) {
        List<JobRecord> known = List.copyOf(record.jobs());
        look(client, known, record::found);
        List<JobRecord> gone = new ArrayList<>(record.deleted());
        gone.removeAll(known);
        int latest = allDeleted ? 0 : Math.max(0, gone.size() - 3 * MOST_JOBS);
        look(client, gone.subList(latest, gone.size()), (job, seen, look) -> record.foundDeleted(job, seen));
        list(client);
    }

    private interface Finding {
        void found(JobRecord job, Seen seen, Look look);
    }

    private static void look(WorkqClient client, Collection<JobRecord> jobs, Finding finding) {
        List<JobRecord> all = List.copyOf(jobs);
        for (int from = 0; from < all.size(); from += LOOKS_AT_ONCE) {
            List<JobRecord> some = all.subList(from, Math.min(all.size(), from + LOOKS_AT_ONCE));
            long beganAt = nowMicros();
            some.forEach(job -> client.send(WorkqSteps.look(job.id())));
            for (JobRecord job : some) {
                finding.found(job, WorkqSteps.readLook(client), new Look(beganAt, nowMicros() + 999));
            }
        }
    }

    /** A job that becomes due while the pages are read shifts them, so the listing is retried. */
    private void list(WorkqClient client) {
        for (int i = 1; i < LISTINGS; i++) {
            try {
                record.listed(client.listIds(record.queue()));
                return;
            } catch (Violation again) {
                // The last attempt decides.
            }
        }
        record.listed(client.listIds(record.queue()));
    }
}
