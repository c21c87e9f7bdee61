package dev.reeve.net;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.testkit.TestClient;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Large replies whose result is known but not ready to be written. */
class HeldRepliesTest {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";

    /** Accessed on the loop only. */
    private final List<HeldReply> held = new ArrayList<>();

    @Test
    void count_as_unsent_and_keep_more_from_being_executed() {
        try (TestServer server = serverWithStallTimeout(10_000)) {
            TestClient client = server.connect(server.open(new HeldDoor()), 0);
            client.sendRaw("abc");
            await().atMost(20, SECONDS)
                    .until(() -> server.memoryBudget().unsent().usedBytes() == 2 * MEBIBYTE);
            for (int executed = 1; executed <= 3; executed++) {
                int soFar = executed;
                await().atMost(20, SECONDS).until(() -> server.onLoop(held::size) >= soFar);
                assertThat(server.onLoop(held::size)).isEqualTo(soFar);
                server.onLoop(() -> held.get(soFar - 1).complete());
                assertThat(client.readBytes(2 * MEBIBYTE)).hasSize(2 * MEBIBYTE);
            }
            await().atMost(20, SECONDS)
                    .until(() -> server.memoryBudget().unsent().usedBytes() == 0);
        }
    }

    @Test
    void are_no_fault_of_the_client_who_is_not_cut_off_for_them() {
        try (TestServer server = serverWithStallTimeout(300)) {
            TestClient waiting = server.connect(server.open(new HeldDoor()), 0);
            waiting.sendRaw("a");
            await().atMost(20, SECONDS).until(() -> server.onLoop(held::size) == 1);
            TestClient lazy = server.connect(8 * 1024);
            TestClient worker = server.connect();
            worker.send("add " + ID + " ping 1000 600000 0", "").expect("+OK");
            worker.send("complete " + ID + " " + MEBIBYTE).sendRaw(new byte[MEBIBYTE]);
            worker.sendRaw("\r\n").expect("+OK");
            lazy.sendRaw(("result " + ID + " 0\r\n").repeat(20));
            await().atMost(20, SECONDS).until(() -> server.connections().count() == 2);
            server.onLoop(() -> held.get(0).complete());
            assertThat(waiting.readBytes(2 * MEBIBYTE)).hasSize(2 * MEBIBYTE);
        }
    }

    private static TestServer serverWithStallTimeout(long millis) {
        NetLimits limits = new NetLimits(64 * 1024, MEBIBYTE, 256, millis, 0, 0);
        return TcpServer.start(
                TestServer.Options.of(JournalKind.LOCAL).with(limits).withMemoryBudget(256 * MEBIBYTE, MEBIBYTE));
    }

    /** Door for which every byte is a command whose result is known at once. */
    private final class HeldDoor implements Protocol.Factory {
        @Override
        public String name() {
            return "held";
        }

        @Override
        public Protocol open(Session session) {
            return new Protocol() {
                @Override
                public boolean advance(ByteBuf input) {
                    if (!input.isReadable()) {
                        return false;
                    }
                    input.skipBytes(1);
                    HeldReply reply = new HeldReply(session);
                    session.open(reply);
                    reply.accountBytes(2L * MEBIBYTE);
                    held.add(reply);
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

        @Override
        public byte[] tooManyConnections() {
            return new byte[0];
        }
    }

    private static final class HeldReply extends Reply {
        HeldReply(Session session) {
            super(session);
        }

        boolean complete() {
            ready();
            return true;
        }

        @Override
        protected void write(ReplyBuffer out) {
            out.payload(new byte[2 * MEBIBYTE]);
        }
    }
}
