package dev.reeve.net;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.server.testing.TestHttp;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients that send much, read little or exceed the connection limit. */
class LimitsTest {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final int KIBIBYTE = 1024;
    /** Of this machine, and not the one that clients have otherwise. */
    private static final byte[] OTHER = {127, 0, 0, 2};

    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void who_does_not_read_is_not_read_until_it_does(JournalKind kind) {
        int requests = 3000;
        try (TestServer server = TcpServer.start(with(kind, limits(256), 256 * MEBIBYTE, 256 * MEBIBYTE))) {
            TestClient slow = server.connect(8 * KIBIBYTE);
            finishedJob(server, MEBIBYTE);
            slow.sendRaw(("result " + ID + " 0\r\n").repeat(requests));
            await().atMost(20, SECONDS).until(() -> unsent(server) > MEBIBYTE);
            server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID");
            assertThat(server.connections().receivedBytes()).isLessThan(MEBIBYTE + 90L * KIBIBYTE + 200);
            assertThat(unsent(server)).isBetween((long) MEBIBYTE, 3L * MEBIBYTE);
            for (int i = 0; i < requests / 100; i++) {
                slow.expect("+OK 1", ID + " 1 1048576");
                slow.readBytes(MEBIBYTE);
                slow.expect("");
            }
            slow.vanish();
            await().atMost(20, SECONDS).until(() -> unsent(server) == 0);
        }
    }

    @Test
    void who_reads_again_gets_every_reply() {
        int requests = 2000;
        try (TestServer server = TcpServer.start(with(JournalKind.LOCAL, limits(8), MEBIBYTE, MEBIBYTE))) {
            TestClient slow = server.connect(8 * KIBIBYTE);
            finishedJob(server, 10 * KIBIBYTE);
            slow.sendRaw(("result " + ID + " 0\r\n").repeat(requests));
            await().atMost(20, SECONDS).until(() -> unsent(server) > MEBIBYTE);
            for (int i = 0; i < requests; i++) {
                slow.expect("+OK 1", ID + " 1 10240");
                slow.readBytes(10 * KIBIBYTE);
                slow.expect("");
            }
            slow.send("delete " + ID).expect("+OK");
        }
    }

    @Test
    void who_holds_up_replies_while_room_is_short_is_cut_off_and_others_are_served() {
        NetLimits limits = new NetLimits(64 * KIBIBYTE, MEBIBYTE, 8, 300, 0, 0);
        long most = 3 * MEBIBYTE;
        try (TestServer server = TcpServer.start(with(JournalKind.LOCAL, limits, 256 * MEBIBYTE, most))) {
            finishedJob(server, MEBIBYTE);
            for (int i = 0; i < 3; i++) {
                server.connect(8 * KIBIBYTE).sendRaw(("result " + ID + " 0\r\n").repeat(20));
            }
            await().atMost(20, SECONDS).until(() -> unsent(server) > most);
            server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID");
            await().atMost(20, SECONDS).until(() -> unsent(server) <= most);
            assertThat(server.connections().count()).isLessThan(5);
        }
    }

    @Test
    void large_replies_of_many_are_written_as_there_is_room_for_them() {
        int clients = 10;
        int requests = 10;
        long most = 3 * MEBIBYTE;
        try (TestServer server = TcpServer.start(with(JournalKind.LOCAL, limits(8), 256 * MEBIBYTE, most))) {
            finishedJob(server, MEBIBYTE);
            List<TestClient> all = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                TestClient client = server.connect(8 * KIBIBYTE);
                all.add(client.sendRaw(("result " + ID + " 0\r\n").repeat(requests)));
            }
            await().atMost(20, SECONDS).until(() -> unsent(server) > (clients - 1L) * MEBIBYTE);
            await().atMost(20, SECONDS).until(() -> written(server) > most);
            server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID");
            assertThat(written(server)).isLessThan(most + 2 * MEBIBYTE);
            CompletableFuture.allOf(all.stream()
                            .map(client -> CompletableFuture.runAsync(
                                    () -> readResults(client, requests), task -> new Thread(task).start()))
                            .toArray(CompletableFuture[]::new))
                    .join();
            await().atMost(20, SECONDS).until(() -> unsent(server) == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void half_sent_payloads_take_no_more_than_their_share_and_get_done(JournalKind kind) {
        int clients = 6;
        long most = 2 * MEBIBYTE;
        try (TestServer server = TcpServer.start(with(kind, limits(256), most, 256 * MEBIBYTE))) {
            List<TestClient> all = new ArrayList<>();
            CountDownLatch seen = new CountDownLatch(1);
            for (int i = 0; i < clients; i++) {
                TestClient client = server.connect();
                String id = "00000000-0000-4000-8000-00000000000" + i;
                all.add(client);
                new Thread(() -> {
                            client.send("add " + id + " ping 1000 60000 1048576");
                            client.sendRaw(new byte[MEBIBYTE / 2]);
                            await().atMost(Duration.ofSeconds(60)).until(() -> seen.getCount() == 0);
                            client.sendRaw(new byte[MEBIBYTE / 2]).sendRaw("\r\n");
                        })
                        .start();
            }
            await().atMost(20, SECONDS).until(() -> held(server) > most);
            assertThat(held(server)).isLessThan(most + 2 * MEBIBYTE + clients * 64L * KIBIBYTE);
            server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID");
            seen.countDown();
            all.forEach(client -> client.expect("+OK"));
            assertThat(held(server)).isZero();
        }
    }

    @Test
    void behind_a_blocking_command_reading_stops_at_64_kibibytes() {
        try (TestServer server = TcpServer.start(JournalKind.LOCAL)) {
            TestClient client = server.connect();
            client.send("lease ping 60000");
            client.sendRaw("delete x\r\n".repeat(100 * KIBIBYTE / 10));
            await().atMost(20, SECONDS).until(() -> server.connections().receivedBytes() > 32 * KIBIBYTE);
            server.onLoop(() -> true);
            assertThat(server.connections().receivedBytes()).isLessThanOrEqualTo(64 * KIBIBYTE + 100);
            server.connect().send("add " + ID + " ping 1000 60000 0", "").expect("+OK");
            client.expect("+OK 1", ID + " ping 0", "");
            for (int i = 0; i < 100 * KIBIBYTE / 10; i++) {
                client.expect("-CLIENT-ERROR Invalid ID");
            }
        }
    }

    @Test
    void too_many_connections_are_told_so() {
        try (TestServer server = TcpServer.start(
                with(JournalKind.LOCAL, limits(256), MEBIBYTE, MEBIBYTE).withConnections(2))) {
            TestClient first = server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID");
            server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID");
            TestClient third = server.connect().send("delete x");
            third.expect("-SERVER-ERROR Too many connections");
            third.expectClosed();
            assertThat(server.connections().count()).isEqualTo(2);
            first.close();
            await().atMost(20, SECONDS).until(() -> server.connections().count() == 1);
            server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID");
        }
    }

    @Test
    void one_address_cannot_take_all_connections() throws Exception {
        InetAddress local = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        ConnectionQuota quota = new ConnectionQuota(new ConnectionLimits(4, 0.5, 10), local::equals);
        TestServer.Options options = TestServer.Options.of(JournalKind.LOCAL).with(quota);
        try (TestServer server = TcpServer.start(options);
                TestHttp http = new TestHttp(server)) {
            InetSocketAddress workq = server.door("workq").address();
            List<Socket> taken = List.of(connectFrom(OTHER, workq), connectFrom(OTHER, http.address()));
            await().atMost(20, SECONDS).until(() -> quota.admit(taken.get(0).getLocalSocketAddress()) != null);
            try (Socket third = connectFrom(OTHER, workq);
                    Socket probe = connectFrom(OTHER, http.address())) {
                assertThat(new String(third.getInputStream().readAllBytes(), US_ASCII))
                        .isEqualTo("-SERVER-ERROR Too many connections\r\n");
                probe.getOutputStream().write("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
                assertThat(new String(probe.getInputStream().readAllBytes(), US_ASCII))
                        .startsWith("HTTP/1.1 200 OK");
            }
            server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID");
            for (Socket socket : taken) {
                socket.close();
            }
        }
    }

    private static Socket connectFrom(byte[] address, InetSocketAddress server) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByAddress(address), 0));
        socket.connect(server);
        return socket;
    }

    @Test
    void an_idle_client_is_disconnected_and_one_that_waits_is_not() {
        NetLimits limits = new NetLimits(64 * KIBIBYTE, MEBIBYTE, 256, 10_000, 1_000, 1_000);
        try (TestServer server = TcpServer.start(with(JournalKind.LOCAL, limits, MEBIBYTE, MEBIBYTE))) {
            TestClient waiting = server.connect().send("lease ping 600000");
            TestClient silent = server.connect();
            TestClient idle = server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID");
            silent.expectClosed();
            idle.expectClosed();
            server.connect().send("add " + ID + " ping 1000 60000 0", "").expect("+OK");
            waiting.expect("+OK 1", ID + " ping 0", "");
        }
    }

    @ParameterizedTest
    @EnumSource(JournalKind.class)
    void a_journal_that_cannot_keep_up_slows_clients_down_and_loses_nothing(JournalKind kind) {
        int count = 2000;
        try (TestServer server = TcpServer.start(TestServer.Options.of(kind).withUnsyncedBytes(2000))) {
            TestClient client = server.connect();
            StringBuilder adds = new StringBuilder();
            for (int i = 0; i < count; i++) {
                adds.append("add 00000000-0000-4000-8000-%012x ping 1000 60000 100\r\n".formatted(i));
                adds.append("x".repeat(100)).append("\r\n");
            }
            client.sendRaw(adds.toString());
            for (int i = 0; i < count; i++) {
                client.expect("+OK");
            }
            int jobs = server.ask(engine -> engine.readyCount("ping"));
            assertThat(jobs).isEqualTo(count);
        }
    }

    private static TestServer.Options with(JournalKind kind, NetLimits limits, long input, long unsent) {
        return TestServer.Options.of(kind).with(limits).withMemoryBudget(input, unsent);
    }

    private static NetLimits limits(int replies) {
        return new NetLimits(64 * KIBIBYTE, MEBIBYTE, replies, 10_000, 0, 0);
    }

    private static void readResults(TestClient client, int count) {
        for (int i = 0; i < count; i++) {
            client.expect("+OK 1", ID + " 1 1048576");
            client.readBytes(MEBIBYTE);
            client.expect("");
        }
    }

    private static void finishedJob(TestServer server, int resultBytes) {
        TestClient worker = server.connect();
        worker.send("add " + ID + " ping 1000 600000 0", "").expect("+OK");
        worker.send("complete " + ID + " " + resultBytes)
                .sendRaw(new byte[resultBytes])
                .sendRaw("\r\n");
        worker.expect("+OK");
        worker.close();
    }

    private static long unsent(TestServer server) {
        return server.memoryBudget().unsent().usedBytes();
    }

    private static long written(TestServer server) {
        return server.memoryBudget().encoded().usedBytes();
    }

    private static long held(TestServer server) {
        return server.memoryBudget().input().usedBytes();
    }
}
