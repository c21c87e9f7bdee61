package dev.reeve.door.goqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.WriteAdmission;
import dev.reeve.journal.local.LateJournal;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.net.testing.TestServer.Options;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueClient.Reserved;
import dev.reeve.testkit.GoqueueRequests;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases that transcripts cannot express: large input, many clients, split packets, disconnects and restarts. */
@Timeout(120)
class GoqueueDoorTest {
    private static final int MIB = 1024 * 1024;

    @ParameterizedTest
    @EnumSource
    void frames_may_be_split_anywhere(JournalKind kind) {
        byte[] data = bytes("d\0ta");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(bytes("CONNECT\0WHAT\0"));
        all.writeBytes(GoqueueRequests.add("q", 3, 60, data));
        all.writeBytes(GoqueueRequests.add("", 3, 60, data));
        all.writeBytes(GoqueueRequests.reserve("q", 1));
        all.writeBytes(GoqueueRequests.delete(0));
        byte[] frames = all.toByteArray();
        try (TestServer server = GoqueueServer.start(kind)) {
            long id = 0;
            for (int at = 1; at < frames.length; at++) {
                GoqueueClient client = GoqueueServer.connect(server);
                client.raw().sendRaw(Arrays.copyOfRange(frames, 0, at));
                server.settle();
                client.raw().sendRaw(Arrays.copyOfRange(frames, at, frames.length));
                expectAll(client, ++id, data);
                client.raw().close();
            }
            GoqueueClient slow = GoqueueServer.connect(server);
            for (byte one : frames) {
                slow.raw().sendRaw(new byte[] {one});
                server.settle();
            }
            expectAll(slow, ++id, data);
        }
    }

    private static void expectAll(GoqueueClient client, long id, byte[] data) {
        client.expect("OK", "ERROR", "Unknown Command WHAT");
        assertThat(client.expectAdded()).isEqualTo(id);
        client.expect("ERROR", "Invalid queue name");
        Reserved job = client.expectReserved();
        assertThat(job).usingRecursiveComparison().isEqualTo(new Reserved(id, 3, 60, "reserved", data));
        client.expect("ERROR", "Job 0 does not exist");
        client.delete(id);
    }

    @ParameterizedTest
    @EnumSource
    void data_up_to_the_limit_comes_back_as_it_was(JournalKind kind) {
        byte[] data = new byte[MIB];
        new SplittableRandom(5).nextBytes(data);
        try (TestServer server = GoqueueServer.start(kind)) {
            GoqueueClient client = GoqueueServer.connect(server);
            long id = client.add("large", 0, 60, data);
            Reserved job = client.reserve("large", 1);
            assertThat(job.id()).isEqualTo(id);
            assertThat(job.data()).isEqualTo(data);
        }
    }

    @Test
    void the_limits_are_those_of_the_settings() {
        GoqueueSettings settings = new GoqueueSettings(10, 2000);
        try (TestServer server = GoqueueServer.start(Options.of(JournalKind.LOCAL), settings)) {
            GoqueueClient client = GoqueueServer.connect(server);
            String name = "n".repeat(2000);
            long id = client.add(name, 0, 60, new byte[10]);
            assertThat(client.reserve(name, 1).id()).isEqualTo(id);
            client.raw().sendRaw(GoqueueRequests.reserve(name.substring(1) + "ü", 1));
            client.raw().sendRaw(GoqueueRequests.add("q", 0, 60, new byte[11]));
            client.expect("ERROR", "Malformed RESERVE command: failed to parse queue name");
            client.raw().expectClosed();
            GoqueueClient other = GoqueueServer.connect(server);
            other.raw().sendRaw(GoqueueRequests.add("q", 0, 60, new byte[11]));
            other.expect("ERROR", "Malformed ADD command: failed to parse job data");
            other.raw().expectClosed();
        }
    }

    @Test
    void a_name_may_have_255_bytes() {
        try (TestServer server = GoqueueServer.start(JournalKind.LOCAL)) {
            GoqueueClient client = GoqueueServer.connect(server);
            assertThat(client.add("ü".repeat(127) + "x", 0, 60, new byte[0])).isEqualTo(1);
            client.raw().sendRaw(GoqueueRequests.add("ü".repeat(128), 0, 60, new byte[3]));
            client.raw().sendRaw(GoqueueRequests.reserve("x".repeat(1023), 0));
            client.expect("ERROR", "Invalid queue name", "ERROR", "Invalid queue name");
            client.delete(1);
        }
    }

    @Test
    void a_string_without_end_is_not_waited_for() {
        try (TestServer server = GoqueueServer.start(JournalKind.LOCAL)) {
            String endless = "Y".repeat(1024);
            GoqueueClient word = GoqueueServer.connect(server);
            word.raw().sendRaw(bytes(endless));
            word.expect("ERROR", "Unknown Command " + "Y".repeat(64));
            word.raw().expectClosed();
            GoqueueClient add = GoqueueServer.connect(server);
            add.raw().sendRaw(bytes("ADD\0" + endless));
            add.expect("ERROR", "Malformed ADD command: failed to parse queue name");
            add.raw().expectClosed();
            GoqueueClient reserve = GoqueueServer.connect(server);
            reserve.raw().sendRaw(bytes("CONNECT\0RESERVE\0" + endless + "\0"));
            reserve.expect("OK", "ERROR", "Malformed RESERVE command: failed to parse queue name");
            reserve.raw().expectClosed();
            GoqueueClient longest = GoqueueServer.connect(server);
            longest.raw().sendRaw(bytes("Y".repeat(1023) + "\0CONNECT\0"));
            longest.expect("ERROR", "Unknown Command " + "Y".repeat(64), "OK");
        }
    }

    @Test
    void a_claim_alone_takes_no_room() {
        // Each announces more bytes than the heap has.
        int claimed = 1 << 30;
        try (TestServer server =
                GoqueueServer.start(Options.of(JournalKind.LOCAL), new GoqueueSettings(claimed, 255))) {
            byte[] head = ByteBuffer.allocate(18)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(bytes("ADD\0q\0"))
                    .putInt(0)
                    .putInt(60)
                    .putInt(claimed)
                    .array();
            for (int i = 0; i < 50; i++) {
                GoqueueServer.connect(server).raw().sendRaw(head).sendRaw(new byte[2000]);
            }
            server.settle();
            assertThat(GoqueueServer.connect(server).add("q", 0, 60, new byte[1]))
                    .isEqualTo(1);
            assertThat(server.connections().count()).isEqualTo(51);
        }
    }

    @ParameterizedTest
    @EnumSource
    void fifty_waiters_get_fifty_jobs(JournalKind kind) {
        try (TestServer server = GoqueueServer.start(kind)) {
            List<GoqueueClient> waiters = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                GoqueueClient waiter = GoqueueServer.connect(server);
                waiter.raw().sendRaw(GoqueueRequests.reserve("q", 0));
                waiters.add(waiter);
            }
            server.settle();
            GoqueueClient adder = GoqueueServer.connect(server);
            for (int i = 0; i < 50; i++) {
                adder.raw().sendRaw(GoqueueRequests.add("q", 50 - i, 600, new byte[] {(byte) i}));
            }
            List<Long> got = new ArrayList<>();
            for (GoqueueClient waiter : waiters) {
                Reserved job = waiter.expectReserved();
                assertThat(job.data()).containsExactly((int) job.id() - 1);
                got.add(job.id());
            }
            assertThat(got).containsExactlyInAnyOrderElementsOf(upTo(50));
        }
    }

    @ParameterizedTest
    @EnumSource
    void who_has_gone_swallows_nothing(JournalKind kind) {
        try (TestServer server = GoqueueServer.start(kind)) {
            GoqueueClient adder = GoqueueServer.connect(server);
            for (int round = 1; round <= 40; round++) {
                List<GoqueueClient> gone = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    GoqueueClient waiter = GoqueueServer.connect(server);
                    waiter.raw().sendRaw(GoqueueRequests.reserve("q", 0));
                    gone.add(waiter);
                }
                server.settle();
                // The server may notice the job or the disconnect first.
                adder.raw().sendRaw(GoqueueRequests.add("q", 0, 3600, new byte[0]));
                gone.forEach(waiter -> waiter.raw().vanish());
                long id = adder.expectAdded();
                awaitOneClient(server);
                server.settle();
                if (server.ask(engine -> engine.readyCount("q")) == 0) {
                    // The reply was sent before the disconnect: then the job is available again after its ttp.
                    server.advance(3_600_000);
                }
                assertThat(adder.reserve("q", 1).id()).isEqualTo(id);
                adder.delete(id);
            }
        }
    }

    private static void awaitOneClient(TestServer server) {
        while (server.onLoop(() -> server.connections().count()) > 1) {
            Thread.onSpinWait();
        }
    }

    @ParameterizedTest
    @EnumSource
    void new_jobs_are_refused_when_memory_is_used_up(JournalKind kind) {
        try (TestServer server = GoqueueServer.start(Options.of(kind).withMemoryBytes(101_900))) {
            GoqueueClient client = GoqueueServer.connect(server);
            client.add("q", 0, 60, new byte[100_000]);
            client.raw().sendRaw(GoqueueRequests.add("q", 0, 60, new byte[1]));
            client.expect("ERROR", "Out of memory: the room for jobs is used up");
            client.delete(client.reserve("q", 1).id());
            assertThat(client.add("q", 0, 60, new byte[1])).isEqualTo(2);
        }
    }

    @Test
    void without_disk_space_jobs_are_refused_first_and_then_every_change() {
        try (TestServer server = GoqueueServer.start(JournalKind.LATE)) {
            LateJournal journal = (LateJournal) server.journal();
            GoqueueClient client = GoqueueServer.connect(server);
            client.add("q", 0, 60, new byte[1]);
            client.add("q", 0, 60, new byte[1]);
            journal.setRoom(WriteAdmission.NO_GROWTH);
            client.raw().sendRaw(GoqueueRequests.add("q", 0, 60, new byte[1]));
            client.expect("ERROR", "Out of disk space");
            assertThat(client.reserve("q", 1).id()).isEqualTo(1);
            journal.setRoom(WriteAdmission.NONE);
            client.raw().sendRaw(GoqueueRequests.reserve("q", 1));
            client.raw().sendRaw(GoqueueRequests.delete(1));
            client.expect("ERROR", "Out of disk space", "ERROR", "Out of disk space");
            journal.setFault(true);
            client.raw().sendRaw(GoqueueRequests.delete(1));
            client.expect("ERROR", "The journal cannot be extended");
            journal.setRoom(WriteAdmission.AMPLE);
            client.delete(1);
        }
    }

    @Test
    void one_connection_too_many_is_told_so() {
        try (TestServer server =
                GoqueueServer.start(Options.of(JournalKind.LOCAL).withConnections(1))) {
            GoqueueClient first = GoqueueServer.connect(server);
            first.raw().sendRaw(bytes("CONNECT\0"));
            first.expect("OK");
            GoqueueClient second = GoqueueServer.connect(server);
            second.expect("ERROR", "Too many connections");
            second.raw().expectClosed();
        }
    }

    @Test
    void what_was_acknowledged_is_there_after_a_restart(@TempDir Path folder) {
        Options options = Options.of(JournalKind.LOCAL).in(folder);
        byte[] data = bytes("\0\1\u00ff");
        try (TestServer server = GoqueueServer.start(options)) {
            GoqueueClient client = GoqueueServer.connect(server);
            for (int i = 0; i < 100; i++) {
                client.raw().sendRaw(GoqueueRequests.add("q", i, i, data));
            }
            upTo(100).forEach(id -> assertThat(client.expectAdded()).isEqualTo(id));
            client.delete(1);
            assertThat(client.reserve("q", 1).id()).isEqualTo(2);
            client.delete(2);
        }
        try (TestServer server = GoqueueServer.start(options)) {
            GoqueueClient client = GoqueueServer.connect(server);
            for (long id = 3; id <= 100; id++) {
                Reserved job = client.reserve("q", 1);
                assertThat(job)
                        .usingRecursiveComparison()
                        .isEqualTo(new Reserved(id, id - 1, id - 1, "reserved", data));
            }
            assertThat(client.add("q", 0, 0, data)).isEqualTo(101);
        }
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
