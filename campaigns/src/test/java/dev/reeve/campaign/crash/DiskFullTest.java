package dev.reeve.campaign.crash;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.campaign.crash.JobRecord.Order;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.node.ManualClock;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A full disk: commands that add data are refused, all others work, and it recovers when space is available. */
class DiskFullTest {
    private static final JournalSettings SETTINGS =
            JournalSettings.defaults().withSegmentBytes(JournalSettings.SMALLEST_SEGMENT_BYTES);
    private static final long QUOTA = 40L * SETTINGS.segmentBytes();
    private static final int MOST_JOBS = 5_000;
    private static final String PAYLOAD = "x".repeat(1_000);

    private final SimDisk disk = new SimDisk(1);
    private final ManualClock clock = new ManualClock(1_700_000_000_000_000L);
    private final SplittableRandom random = new SplittableRandom(1);
    private final SimClient client = new SimClient("q", random.split());

    @Test
    void adds_are_refused_and_work_goes_on() throws IOException {
        SimServer server = open();
        List<JobRecord> jobs = fill(server);
        for (JobRecord job : jobs.subList(0, jobs.size() / 2)) {
            assertThat(tell(server, CrashStep.Kind.COMPLETE, job)).isEqualTo(CrashAnswer.Kind.OK);
        }
        for (JobRecord job : jobs) {
            assertThat(tell(server, CrashStep.Kind.DELETE, job)).isEqualTo(CrashAnswer.Kind.OK);
        }
        server.passMillis(5_000);
        assertThat(tell(server, CrashStep.Kind.ADD, newJob())).isEqualTo(CrashAnswer.Kind.OK);
        assertThat(server.failures()).isEmpty();
    }

    @Test
    void it_is_over_when_there_is_room() throws IOException {
        SimServer server = open();
        fill(server);
        disk.quota(2 * QUOTA);
        server.passMillis(2_000);
        assertThat(tell(server, CrashStep.Kind.ADD, newJob())).isEqualTo(CrashAnswer.Kind.OK);
        assertThat(server.failures()).isEmpty();
    }

    @Test
    void a_server_starts_on_it_and_is_worked_off() throws IOException {
        List<JobRecord> jobs = fill(open());
        for (int restarts = 0; restarts < 5; restarts++) {
            client.lostConnection();
            disk.powerCut();
            SimServer server = open();
            server.passMillis(1_000);
            List<JobRecord> some = jobs.subList(restarts * 20, restarts * 20 + 20);
            for (JobRecord job : some) {
                assertThat(tell(server, CrashStep.Kind.COMPLETE, job)).isEqualTo(CrashAnswer.Kind.OK);
                assertThat(tell(server, CrashStep.Kind.DELETE, job)).isEqualTo(CrashAnswer.Kind.OK);
            }
            assertThat(server.failures()).isEmpty();
        }
    }

    /** The free space changes, and the power is cut. */
    @Test
    void nothing_acknowledged_is_lost() throws IOException {
        long refusals = 0;
        for (int seed = 1; seed <= 60; seed++) {
            try {
                refusals += new Run(seed).run();
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        assertThat(refusals).isGreaterThan(1_000);
    }

    @Test
    void the_door_has_words_for_it() throws IOException {
        disk.quota(QUOTA);
        try (SimDoor door = new SimDoor(disk, SETTINGS);
                WorkqClient connection = new WorkqClient(door.port())) {
            List<String> added = new ArrayList<>();
            String line = "+OK";
            while (line.equals("+OK") && added.size() < MOST_JOBS) {
                String id = UUID.randomUUID().toString();
                line = connection.ask(WorkqRequests.add(id, "q", 1000, 60_000, PAYLOAD));
                added.add(id);
            }
            assertThat(line).isEqualTo("-SERVER-ERROR Out of disk space");
            assertThat(added).hasSizeGreaterThan(50);
            added.remove(added.size() - 1);
            assertThat(connection.ask(WorkqRequests.run(UUID.randomUUID(), "q", 1000, 0, PAYLOAD)))
                    .isEqualTo("-SERVER-ERROR Out of disk space");
            for (String id : added) {
                assertThat(connection.ask(WorkqRequests.complete(id, ""))).isEqualTo("+OK");
                assertThat(connection.ask(WorkqRequests.delete(id))).isEqualTo("+OK");
            }
            await().atMost(30, SECONDS)
                    .until(() -> connection
                            .ask(WorkqRequests.add(UUID.randomUUID(), "q", 1000, 60_000, PAYLOAD))
                            .equals("+OK"));
        }
    }

    private SimServer open() throws IOException {
        disk.quota(QUOTA);
        SimServer server = new SimServer(disk, SETTINGS, clock, random);
        client.verify(server, clock.nowMicros());
        server.node().start();
        server.settle();
        return server;
    }

    /** Adds jobs until they are refused, and returns the accepted ones. */
    private List<JobRecord> fill(SimServer server) {
        List<JobRecord> jobs = new ArrayList<>();
        JobRecord job = newJob();
        while (tell(server, CrashStep.Kind.ADD, job) == CrashAnswer.Kind.OK) {
            jobs.add(job);
            assertThat(jobs).as("a disk that never fills up").hasSizeLessThan(MOST_JOBS);
            job = newJob();
        }
        assertThat(jobs).hasSizeGreaterThan(50);
        assertThat(tell(server, CrashStep.Kind.ADD, newJob())).isEqualTo(CrashAnswer.Kind.OUT_OF_DISK);
        return jobs;
    }

    private JobRecord newJob() {
        String id = new UUID(random.nextLong(), random.nextLong()).toString();
        return client.record().newJob(id, new Order(PAYLOAD, 1_000_000, 1, 0));
    }

    private CrashAnswer.Kind tell(SimServer server, CrashStep.Kind kind, JobRecord job) {
        CrashStep step = new CrashStep(kind, job, "", clock.nowMicros());
        CrashAnswer.Kind told = client.tell(server, step);
        clock.advanceMillis(1);
        return told;
    }

    /** Several server runs on a disk whose quota changes. */
    private static final class Run {
        private final SimDisk disk;
        private final SplittableRandom random;
        private final ManualClock clock = new ManualClock(1_700_000_000_000_000L);
        private final List<SimClient> clients;

        Run(long seed) {
            disk = new SimDisk(seed);
            random = new SplittableRandom(seed);
            clients = IntStream.range(0, 2)
                    .mapToObj(i -> new SimClient("q" + i, random.split()))
                    .toList();
        }

        /** Returns the number of requests refused for lack of space. */
        long run() throws IOException {
            open();
            disk.kill();
            for (int life = 0; life < 4; life++) {
                SimServer server = open();
                server.node().start();
                live(server);
                clients.forEach(SimClient::lostConnection);
                if (random.nextBoolean()) {
                    disk.kill();
                } else {
                    disk.powerCut();
                }
            }
            disk.quota(Long.MAX_VALUE);
            open();
            return clients.stream()
                    .mapToLong(client -> client.record().refusals())
                    .sum();
        }

        private void live(SimServer server) {
            for (int i = 0; i < 3_000; i++) {
                if (random.nextInt(500) == 0) {
                    disk.quota(disk.usedBytes() + random.nextInt(12 * SETTINGS.segmentBytes()));
                }
                if (random.nextInt(4) == 0) {
                    clients.get(random.nextInt(clients.size())).step(server);
                }
                server.someTurn(random);
                assertThat(server.failures()).isEmpty();
            }
        }

        private SimServer open() throws IOException {
            SimServer server = new SimServer(disk, SETTINGS, clock, random);
            for (SimClient client : clients) {
                client.verify(server, clock.nowMicros());
            }
            return server;
        }
    }
}
