package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.local.KillPoint;
import dev.reeve.journal.local.WatchedDisk.Moment;
import dev.reeve.server.HeldMain;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.JobberClient;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.Violation;
import dev.reeve.testkit.WorkqClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The real server under load through all five doors, killed at every named kill point of its files and at random times,
 * including its start, always on the same data. More kills: {@code -Dreeve.kills=2000}; the same choices again: {@code
 * -Dreeve.seed=N}.
 */
class KillTest {
    private static final int KILLS = Integer.getInteger("reeve.kills", 36);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());
    private static final int MOST_EXTRA_KILLS = 10;
    private static final int WORKQ_CLIENTS = 3;
    private static final int MOST_ANSWERS = 1_000;
    private static final int ANSWERS_TO_A_POINT = 5_000;
    private static final int MOST_ANSWERS_BEFORE = 300;
    private static final long LONGEST_START_MICROS = TimeUnit.SECONDS.toMicros(1);
    private static final long LONGEST_STOP_MICROS = TimeUnit.MILLISECONDS.toMicros(200);
    private static final long UNTOLD_LEASE_MILLIS = 2_000;
    private static final String[] SEGMENT_SIZES = {"64KiB", "64KiB", "128KiB", "256KiB"};
    private static final String[] DURABILITIES = {"always", "always", "always", "interval", "os"};
    /** In half of the lives nearly all payloads are on disk only. */
    private static final String[] PAYLOAD_SHARES = {"0.0001%", "100%"};

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<LoadClient> workqClients = new ArrayList<>();
    private final List<DoorLoad> doorLoads = new ArrayList<>();
    private final ForegroundPair pair = new ForegroundPair(random.split());
    private final Deque<KillPoint> unreached = new ArrayDeque<>(List.of(KillPoint.values()));
    private final List<UntoldLease> untold = List.of(new UntoldLease(ocypodOnce()), new UntoldLease(workqOnce()));
    private int killsAtPoints;
    private int untoldLeases;
    private int killsWithPayloadFiles;
    private String segmentSize = SEGMENT_SIZES[0];

    @TempDir
    private Path data;

    @Test
    void nothing_acknowledged_is_lost_when_the_server_is_killed() throws Exception {
        for (int i = 0; i < WORKQ_CLIENTS; i++) {
            workqClients.add(new LoadClient("workq-" + i, random.split()));
        }
        addDoor("goqueue", server -> new GoqueueClient(server.awaitReady("goqueue")));
        addDoor("ocypod", KillTest::ocypod);
        addDoor("jobber", server -> new JobberClient(server.awaitReady("http")));
        addDoor("qless", KillTest::qless);
        int kill = 0;
        try {
            while (kill < KILLS || (!unreached.isEmpty() && kill < KILLS + MOST_EXTRA_KILLS)) {
                oneLife();
                kill++;
                killsWithPayloadFiles += hasPayloadFiles() ? 1 : 0;
                if (kill % 100 == 0) {
                    System.out.printf("kill: seed %d, %d kills so far, nothing lost%n", SEED, kill);
                }
            }
            stopCleanly();
        } catch (Exception | AssertionError e) {
            throw new AssertionError("seed " + SEED + ", after kill " + kill + ": " + e.getMessage(), e);
        }
        System.out.printf(
                "kill: seed %d, %d kills, %d of them at %d named points, %d acknowledgements kept, by door: %s,"
                        + " %d leases that nobody was told of, payload files found after %d kills%n",
                SEED,
                kill,
                killsAtPoints,
                KillPoint.values().length - unreached.size(),
                acknowledged(),
                acknowledgedByDoor(),
                untoldLeases,
                killsWithPayloadFiles);
        assertThat(killsWithPayloadFiles).isPositive();
        assertThat(unreached).as("points that were not reached").isEmpty();
        assertThat(acknowledgedByDoor()).allSatisfy(count -> assertThat(count).isPositive());
    }

    private boolean hasPayloadFiles() throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.anyMatch(file -> file.toString().endsWith(".pay"));
        }
    }

    private void addDoor(String queue, DoorLoad.Door door) {
        doorLoads.add(new DoorLoad(queue, door, random.split()));
    }

    private static DoorClient ocypod(ServerProcess server) throws InterruptedException {
        OcypodClient client = new OcypodClient(server.awaitReady("http"));
        client.declare("ocypod", "{\"timeout\":\"1000h\"}");
        return client;
    }

    /** The server keeps completed jobs for a while, so that a client finds them after a kill. */
    private static DoorClient qless(ServerProcess server) throws InterruptedException {
        QlessClient client = new QlessClient(server.awaitReady("qless"));
        client.call("config.set", "heartbeat", "1000000");
        client.call("config.set", "jobs-history-count", "1000");
        return client;
    }

    private static UntoldLease.Door ocypodOnce() {
        return new UntoldLease.Door() {
            @Override
            public DoorClient connect(ServerProcess server) throws InterruptedException {
                OcypodClient client = new OcypodClient(server.awaitReady("http"));
                client.declare(UntoldLease.QUEUE, "{\"timeout\":\"2s\",\"retries\":0}");
                return client;
            }

            @Override
            public String addJob(DoorClient client) {
                return client.add(UntoldLease.QUEUE, "1");
            }
        };
    }

    private static UntoldLease.Door workqOnce() {
        return new UntoldLease.Door() {
            @Override
            public DoorClient connect(ServerProcess server) throws InterruptedException {
                return new WorkqClient(server.awaitReady());
            }

            @Override
            public String addJob(DoorClient client) {
                return ((WorkqClient) client).addOnce(UntoldLease.QUEUE, UNTOLD_LEASE_MILLIS);
            }
        };
    }

    private long acknowledged() {
        return acknowledgedByDoor().stream().mapToLong(Long::longValue).sum();
    }

    private List<Long> acknowledgedByDoor() {
        List<Long> counts = new ArrayList<>();
        counts.add(workqClients.stream()
                .mapToLong(client -> client.record().acknowledged())
                .sum());
        doorLoads.forEach(client -> counts.add(client.record().acknowledged()));
        return counts;
    }

    /** Points that were not reached yet come first; then the choice is random. */
    private void oneLife() throws Exception {
        KillPoint first = unreached.poll();
        if (first != null) {
            boolean isReached = first == KillPoint.LEASE_SYNC
                    ? lifeUpToLease()
                    : lifeUpTo(first, firstMoment(first), first.isOfStart() ? -1 : 1);
            if (!isReached) {
                unreached.addAll(
                        first == KillPoint.TAIL_CLEAR ? List.of(KillPoint.BATCH_WRITE, first) : List.of(first));
            }
        } else if (random.nextBoolean()) {
            KillPoint[] points = KillPoint.values();
            KillPoint point = points[random.nextInt(points.length)];
            if (point == KillPoint.LEASE_SYNC) {
                lifeUpToLease();
                return;
            }
            int time = 1 + random.nextInt(point.often());
            lifeUpTo(point, someMoment(point), random.nextInt(5) == 0 || point.isOfStart() ? -time : time);
        } else {
            lifeUpToSomeInstant();
        }
    }

    /** A torn batch is cleared by the next run. */
    private Moment firstMoment(KillPoint point) {
        return point == KillPoint.BATCH_WRITE ? Moment.HALFWAY : someMoment(point);
    }

    private Moment someMoment(KillPoint point) {
        Moment[] moments = point.isWrite() ? Moment.values() : new Moment[] {Moment.BEFORE, Moment.AFTER};
        return moments[random.nextInt(moments.length)];
    }

    private void lifeUpToSomeInstant() throws Exception {
        segmentSize = someSegmentSize();
        List<String> settings = settings(DURABILITIES[random.nextInt(DURABILITIES.length)]);
        try (ServerProcess server = ServerProcess.start(data, settings.toArray(String[]::new))) {
            if (random.nextInt(6) == 0) {
                boolean ended = server.awaitExit(random.nextLong(LONGEST_START_MICROS));
                assertThat(ended).as("%s", server.lines()).isFalse();
                server.kill();
            } else {
                server.awaitReady();
                verify(server, false);
                CrashLoad load = work(server, 1 + random.nextInt(MOST_ANSWERS));
                load.awaitAnswers();
                load.expectEnd();
                boolean stops = random.nextInt(4) == 0;
                if (stops) {
                    server.terminate();
                }
                server.awaitExit(random.nextLong(stops ? LONGEST_STOP_MICROS : 20_000));
                kill(server, load);
            }
        }
    }

    /**
     * Returns whether the point was reached.
     *
     * @param time the occurrence of the point, counted under load; if negative, counted from the start
     */
    private boolean lifeUpTo(KillPoint point, Moment moment, int time) throws Exception {
        List<String> words = new ArrayList<>(List.of(point.name(), moment.name(), Integer.toString(time)));
        words.add("data=" + data);
        // Small segments reach all kill points soonest.
        segmentSize = point.isOfNewSize() ? anotherSegmentSize() : SEGMENT_SIZES[0];
        words.addAll(settings("always"));
        try (ServerProcess server = ServerProcess.start(HeldMain.class, words)) {
            String said = server.awaitOneOf(HoldingWatcher.HELD, HoldingWatcher.STARTED);
            if (said.isEmpty()) {
                throw new Violation("the server did not come up, it said " + server.lines());
            }
            if (said.equals(HoldingWatcher.STARTED)) {
                verify(server, false);
                workUpTo(point, server);
            }
            boolean isReached = server.hasSaid(HoldingWatcher.HELD + point + ", " + moment);
            killsAtPoints += isReached ? 1 : 0;
            server.kill();
            return isReached;
        }
    }

    /**
     * Kills the server between a lease and its reply, and works on the job after the restart. Returns whether the lease
     * was durable.
     */
    private boolean lifeUpToLease() throws Exception {
        UntoldLease lease = untold.get(random.nextInt(untold.size()));
        List<String> words = new ArrayList<>(List.of(KillPoint.LEASE_SYNC.name(), Moment.AFTER.name(), "1"));
        words.add("data=" + data);
        words.addAll(settings("always"));
        boolean isHeld;
        try (ServerProcess server = ServerProcess.start(HeldMain.class, words)) {
            server.awaitLine(HoldingWatcher.STARTED);
            Thread worker = lease.add(server);
            server.tell("now");
            server.awaitLine(HoldingWatcher.ARMED);
            worker.start();
            while (worker.isAlive() && !server.hasSaid(HoldingWatcher.HELD)) {
                worker.join(5);
            }
            isHeld = server.hasSaid(HoldingWatcher.HELD);
            server.kill();
            worker.join();
        }
        try (ServerProcess server = ServerProcess.start(data, settings("always").toArray(String[]::new))) {
            server.awaitReady();
            isHeld &= lease.verify(server);
            verify(server, false);
            server.kill();
        }
        killsAtPoints += isHeld ? 1 : 0;
        untoldLeases += isHeld ? 1 : 0;
        return isHeld;
    }

    /** If the load does not reach the point, a pause or a stop may. */
    private void workUpTo(KillPoint point, ServerProcess server) throws Exception {
        int answers = point.isOfEnd() || point.isOfStop() ? MOST_ANSWERS_BEFORE : ANSWERS_TO_A_POINT;
        CrashLoad load = work(server, answers);
        if (!point.isOfNewSize()) {
            load.awaitAnswersBut(answers - random.nextInt(MOST_ANSWERS_BEFORE));
        }
        if (point.isOfStop()) {
            load.expectEnd();
            server.terminate();
            server.awaitOneOf(HoldingWatcher.HELD);
            kill(server, load);
            return;
        }
        server.tell("now");
        while (!load.isEnough() && !server.hasSaid(HoldingWatcher.HELD)) {
            server.awaitExit(TimeUnit.MILLISECONDS.toMicros(5));
        }
        load.expectEnd();
        if (!server.hasSaid(HoldingWatcher.HELD)) {
            server.terminate();
            server.awaitOneOf(HoldingWatcher.HELD);
        }
        kill(server, load);
    }

    private String someSegmentSize() {
        return SEGMENT_SIZES[random.nextInt(SEGMENT_SIZES.length)];
    }

    private String anotherSegmentSize() {
        String size = segmentSize;
        while (size.equals(segmentSize)) {
            size = someSegmentSize();
        }
        return size;
    }

    private List<String> settings(String durability) {
        return List.of(
                "workq.port=0",
                "qless.port=0",
                "goqueue.port=0",
                "http.port=0",
                "journal.segment-size=" + segmentSize,
                "durability=" + durability,
                "payloads.memory=" + PAYLOAD_SHARES[random.nextInt(PAYLOAD_SHARES.length)],
                "journal.sync-interval=50ms");
    }

    private CrashLoad work(ServerProcess server, int answers) throws InterruptedException {
        int port = server.awaitReady();
        CrashLoad load = new CrashLoad(answers);
        workqClients.forEach(client -> load.start(to -> client.work(port, to)));
        doorLoads.forEach(client -> load.start(to -> client.work(server, to)));
        load.start(to -> pair.call(port, to));
        load.start(to -> pair.work(port, to));
        return load;
    }

    private void kill(ServerProcess server, CrashLoad load) throws InterruptedException {
        long endsAtMicros = LoadClient.nowMicros();
        server.kill();
        load.join();
        workqClients.forEach(client -> client.lostConnection(endsAtMicros));
        doorLoads.forEach(client -> client.record().lostConnection());
    }

    /** The doors at the same time: they wait for the same syncs. */
    private void verify(ServerProcess server, boolean allDeleted) throws InterruptedException {
        server.awaitReady();
        CrashLoad all = new CrashLoad(0);
        all.start(work -> verifyWorkq(server, allDeleted));
        doorLoads.forEach(client -> all.start(work -> client.verify(server)));
        all.join();
    }

    private void verifyWorkq(ServerProcess server, boolean allDeleted) throws InterruptedException {
        try (WorkqClient connection = new WorkqClient(server.awaitReady())) {
            for (LoadClient client : workqClients) {
                client.verify(connection, allDeleted);
            }
            pair.verify(connection);
        }
    }

    private void stopCleanly() throws Exception {
        String[] settings = settings("always").toArray(String[]::new);
        try (ServerProcess server = ServerProcess.start(data, settings)) {
            server.awaitReady();
            server.terminate();
            assertThat(server.awaitExit()).as("%s", server.lines()).isZero();
        }
        try (ServerProcess server = ServerProcess.start(data, settings)) {
            verify(server, true);
        }
    }
}
