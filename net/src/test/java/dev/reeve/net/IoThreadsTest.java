package dev.reeve.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.TestClient;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sockets that belong to threads of their own. The tests of doors pass with {@code -Dreeve.io-threads=2} too. */
class IoThreadsTest {
    private static final int LINES = 2_000;

    private final TestServer server =
            new TestServer(TestServer.Options.of(JournalKind.LOCAL).withIoThreads(2));

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "3, 1", "4, 2", "6, 4", "64, 4"})
    void two_processors_are_left_to_others(int processors, int threads) {
        assertThat(IoThreads.byDefault(processors)).isEqualTo(threads);
    }

    @Test
    void sockets_and_sessions_have_different_threads() {
        server.open(new ThreadDoor());
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            sessions.add(server.connect().ask("who"));
        }
        assertThat(sessions).allMatch(name -> name.startsWith("reeve-loop"));
        assertThat(Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
                .filteredOn(name -> name.startsWith("reeve-io"))
                .hasSize(2);
    }

    @Test
    void pipelined_commands_are_answered_in_order() {
        server.open(new EchoDoor());
        TestClient client = server.connect();
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < LINES; i++) {
            lines.append("line ").append(i).append("\r\n");
        }
        client.sendRaw(lines.toString()).expectRaw(lines.toString());
    }

    @Test
    void the_client_is_known_by_its_address() {
        server.open(new EchoDoor());
        assertThat(server.connect().ask("peer")).contains("127.0.0.1");
    }

    @Test
    void a_reply_that_nobody_reads_counts_as_unsent_until_it_is_read() {
        server.open(new EchoDoor());
        TestClient slow = server.connect(4_096);
        for (int i = 0; i < 20; i++) {
            slow.send("big");
        }
        TestClient other = server.connect();
        assertThat(other.ask("still here")).isEqualTo("still here");
        // What the system buffers for the client is unknown; all of it is less than half of what was asked for.
        await().atMost(20, TimeUnit.SECONDS)
                .until(() -> server.memoryBudget().unsent().usedBytes() > EchoDoor.BIG_BYTES);
        assertThat(slow.readBytes(20 * EchoDoor.BIG_BYTES)).hasSize(20 * EchoDoor.BIG_BYTES);
        await().atMost(20, TimeUnit.SECONDS)
                .until(() -> server.memoryBudget().unsent().usedBytes() == 0);
    }

    @Test
    void what_was_sent_before_the_end_of_input_is_answered() {
        server.open(new EchoDoor());
        TestClient client = server.connect();
        client.send("first", "second").endInput();
        assertThat(client.readToTheEnd()).isEqualTo("first\r\nsecond\r\n");
        await().atMost(20, TimeUnit.SECONDS).until(() -> server.connections().count() == 0);
    }

    @Test
    void a_session_that_ends_closes_the_socket_after_its_last_reply() {
        server.open(new EchoDoor());
        TestClient client = server.connect();
        client.send("big", "end now");
        client.readBytes(EchoDoor.BIG_BYTES);
        client.expect("end now").expectClosed();
    }

    @Test
    void a_client_that_vanishes_ends_its_session() {
        server.open(new EchoDoor());
        TestClient client = server.connect();
        client.ask("hello");
        client.vanish();
        await().atMost(20, TimeUnit.SECONDS).until(() -> server.connections().count() == 0);
    }

    @Test
    void a_server_that_stops_closes_all_sockets() throws Exception {
        TcpDoor door = server.open(new EchoDoor());
        List<TestClient> clients = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            clients.add(server.connect());
            clients.get(i).ask("hello");
        }
        door.stopAccepting();
        assertThat(server.connections().stop(10_000).get(20, TimeUnit.SECONDS)).isZero();
        clients.forEach(TestClient::expectClosed);
    }

    /** Answers each line with the name of the thread that executes it. */
    private static final class ThreadDoor implements Protocol.Factory {
        @Override
        public String name() {
            return "thread";
        }

        @Override
        public byte[] tooManyConnections() {
            return new byte[0];
        }

        @Override
        public Protocol open(Session session) {
            return new Protocol() {
                @Override
                public boolean advance(ByteBuf input) {
                    int length = input.bytesBefore((byte) '\n');
                    if (length < 0) {
                        return false;
                    }
                    input.skipBytes(length + 1);
                    session.refuse(
                            RefusalKind.UNKNOWN,
                            (Thread.currentThread().getName() + "\r\n").getBytes(StandardCharsets.UTF_8));
                    return true;
                }

                @Override
                public long heldBytes() {
                    return 0;
                }

                @Override
                public void closed() {}
            };
        }
    }
}
