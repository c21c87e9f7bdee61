package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.SimDisk;
import dev.reeve.node.ManualClock;
import dev.reeve.server.BrokenDiskMain;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One disk operation of a random kind fails: any, a write, or a sync, at a random time. No acknowledged change is lost
 * by a restart, or by a power cut after the restart. In some runs payloads are on disk only. More: {@code -Dreeve.failures=3000}.
 */
class BrokenDiskTest {
    private static final int FAILURES = Integer.getInteger("reeve.failures", 300);
    private static final long SEED = Long.getLong("reeve.seed", 0);
    private static final int HALTED = 3;

    @TempDir
    private Path data;

    /** A failed write has written a part, a failed sync has lost the unsynced data. */
    @ParameterizedTest
    @EnumSource
    void nothing_is_acknowledged_after_the_first_failure(SimDisk.Operation what) {
        int halted = 0;
        for (int failing = 1; failing <= FAILURES; failing++) {
            halted += new Run(what, failing).run() ? 1 : 0;
        }
        System.out.printf(
                "broken disk: seed %d, %d failures of %s, %d of them halted the server%n",
                SEED, FAILURES, what, halted);
        assertThat(halted).isBetween(FAILURES / 4, FAILURES - 1);
    }

    /** Refusals for lack of a segment wait for the entries before them, as all replies do, and what is admitted after them may be written first. */
    @Test
    void nothing_is_lost_if_the_server_ends_when_a_segment_has_been_prepared_at_last() {
        int refusing = 0;
        for (int failing = 1; failing <= FAILURES; failing++) {
            refusing += new Run(SimDisk.Operation.ANY, failing).runWithoutSegment() ? 1 : 0;
        }
        assertThat(refusing).as("runs in which there was no segment").isGreaterThan(FAILURES / 10);
    }

    /** Negative control: the verifier detects a loss. */
    @Test
    void ignored_syncs_are_noticed() {
        int noticed = 0;
        for (int failing = 101; failing <= 120; failing++) {
            Run run = new Run(SimDisk.Operation.ANY, failing);
            run.disk.ignoreSyncs(true);
            try {
                run.run();
            } catch (AssertionError loss) {
                noticed++;
            }
        }
        assertThat(noticed).isGreaterThan(10);
    }

    @ParameterizedTest
    @EnumSource(names = {"WRITE", "SYNC"})
    void the_process_ends_with_one_clear_line(FailingWatcher.Fault fault) throws Exception {
        LoadClient client = new LoadClient("q", new SplittableRandom(1));
        try (ServerProcess server = start(fault, 100)) {
            int port = server.awaitReady();
            CrashLoad load = new CrashLoad(Integer.MAX_VALUE);
            load.expectEnd();
            load.start(to -> client.work(port, to));
            assertThat(server.awaitExit()).isEqualTo(HALTED);
            load.join();
            client.lostConnection(0);
            List<String> errors = server.lines().stream()
                    .filter(line -> line.contains("ERROR"))
                    .toList();
            assertThat(errors)
                    .singleElement()
                    .asString()
                    .contains("Reeve halts: cannot write the journal", "Input/output error");
            assertThat(server.lines()).noneMatch(line -> line.contains("\tat "));
        }
        try (ServerProcess server = ServerProcess.start(data);
                WorkqClient connection = new WorkqClient(server.awaitReady())) {
            client.verify(connection, true);
        }
        assertThat(client.record().acknowledged()).isPositive();
    }

    @Test
    void a_stop_does_not_wait_for_room_that_never_comes() throws Exception {
        String id = UUID.randomUUID().toString();
        try (ServerProcess server = start(FailingWatcher.Fault.SPACE, 2);
                WorkqClient connection = new WorkqClient(server.awaitReady())) {
            assertThat(connection.ask(WorkqRequests.add(id, "q", 1000, 60_000, "small")))
                    .isEqualTo("+OK");
            connection.send(WorkqRequests.add(UUID.randomUUID(), "q", 1000, 60_000, "x".repeat(100_000)));
            server.awaitLine("cannot prepare a segment");
            server.terminate();
            assertThat(server.awaitExit()).as("%s", server.lines()).isEqualTo(HALTED);
            assertThat(server.lines()).last().asString().contains("no disk space for the entries");
        }
        try (ServerProcess server = ServerProcess.start(data);
                WorkqClient connection = new WorkqClient(server.awaitReady())) {
            connection.send(WorkqSteps.look(id));
            assertThat(WorkqSteps.readLook(connection).payload()).isEqualTo("small");
        }
    }

    private ServerProcess start(FailingWatcher.Fault fault, int worksFor) throws IOException {
        return ServerProcess.start(
                BrokenDiskMain.class,
                List.of(
                        fault.name(),
                        Integer.toString(worksFor),
                        "data=" + data,
                        "workq.port=0",
                        "http.port=off",
                        "qless.port=off",
                        "goqueue.port=off",
                        "journal.segment-size=64KiB"));
    }

    /** A server run in which one disk operation fails, and two more runs. */
    private static final class Run {
        private static final JournalSettings SETTINGS =
                JournalSettings.defaults().withSegmentBytes(JournalSettings.SMALLEST_SEGMENT_BYTES);
        private static final int OPERATIONS = 60;
        private static final int TURNS_AFTERWARDS = 200;
        private static final int TURNS_TO_FAILURE = 3_000;

        private final SimDisk.Operation what;
        private final int failing;
        private final SimDisk disk;
        private final SplittableRandom random;
        private final ManualClock clock = new ManualClock(1_700_000_000_000_000L);
        private final List<SimClient> clients;

        Run(SimDisk.Operation what, int failing) {
            this.what = what;
            this.failing = failing;
            random = new SplittableRandom(SEED + failing);
            disk = new SimDisk(SEED + failing);
            disk.writeShort(random.nextInt(4) == 0);
            clients = IntStream.range(0, 2)
                    .mapToObj(i -> new SimClient("q" + i, random.split()))
                    .toList();
        }

        /** Returns whether the failure ended the server. */
        boolean run() {
            try {
                disk.failAfter(failing, what);
                SimServer server = openOrNull();
                boolean halted = server == null || live(server);
                clients.forEach(SimClient::lostConnection);
                disk.kill();
                live(open());
                clients.forEach(SimClient::lostConnection);
                disk.powerCut();
                open();
                return halted;
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + SEED + ", failing " + what + " " + failing + ": " + e, e);
            }
        }

        /** Ends a server when something is durable that it admitted after it had no segment, and before it tells so. Returns whether it has refused anything before. */
        boolean runWithoutSegment() {
            try {
                disk.failAfter(2 + random.nextInt(8), "segment.tmp journal-");
                SimServer server = openOrNull();
                boolean refused = server != null && liveWithoutSegment(server);
                clients.forEach(SimClient::lostConnection);
                disk.kill();
                open();
                return refused;
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + SEED + ", without segment " + failing + ": " + e, e);
            }
        }

        private boolean liveWithoutSegment(SimServer server) {
            server.node().start();
            for (int i = 0; i < TURNS_TO_FAILURE && isAdmitting(server); i++) {
                act(server);
            }
            boolean refused = !isAdmitting(server);
            while (!isAdmitting(server) && server.failures().isEmpty()) {
                act(server);
            }
            long before = server.journal().lastAppended();
            for (int i = 0; i < TURNS_AFTERWARDS && server.journal().mayReply() <= before; i++) {
                act(server);
            }
            return refused;
        }

        private static boolean isAdmitting(SimServer server) {
            return server.journal().room() != WriteAdmission.NONE;
        }

        /** Runs until the failure, and a little longer if the server survives it. */
        private boolean live(SimServer server) {
            server.node().start();
            while (disk.isYetToFail() && server.failures().isEmpty()) {
                act(server);
            }
            long until = disk.operations() + OPERATIONS;
            while (disk.operations() < until && server.failures().isEmpty()) {
                act(server);
            }
            boolean halted = !server.failures().isEmpty();
            long repliable = server.journal().mayReply();
            long written = disk.operations();
            for (int i = 0; halted && i < TURNS_AFTERWARDS; i++) {
                act(server);
            }
            if (halted) {
                assertThat(server.failures()).hasSize(1);
                assertThat(server.journal().mayReply())
                        .as("repliable after the failure")
                        .isEqualTo(repliable);
                assertThat(disk.operations()).as("operations after the failure").isEqualTo(written);
            }
            return halted;
        }

        private void act(SimServer server) {
            if (random.nextInt(4) == 0) {
                clients.get(random.nextInt(clients.size())).step(server);
            }
            server.someTurn(random);
        }

        private @Nullable SimServer openOrNull() throws IOException {
            try {
                return open();
            } catch (JournalCorruptException e) {
                throw e;
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("simulated failure");
                return null;
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
