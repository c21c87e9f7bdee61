package dev.reeve.net.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.net.ByteQuota;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** TCP and HTTP clients that together use up one memory budget. */
@Timeout(60)
class SharedBudgetTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final int INPUT_BYTES = 2 * MEBIBYTE;
    private static final int UNSENT_BYTES = 12 * MEBIBYTE;
    private static final int READ_BYTES = 64 * 1024;
    private static final int SMALL_WINDOW_BYTES = 8 * 1024;
    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";

    /** More than the socket buffers hold between two sockets. */
    private static final int RESPONSE_BYTES = 8 * MEBIBYTE;

    private final TestServer server =
            TcpServer.start(TestServer.Options.of(JournalKind.LOCAL).withMemoryBudget(INPUT_BYTES, UNSENT_BYTES));
    private final HttpListener listener =
            new HttpListener(new HttpLimits(MEBIBYTE, List.of()), server.quota(), server.memoryBudget(), null);
    private final ByteQuota input = server.memoryBudget().input();
    private final ByteQuota unsent = server.memoryBudget().unsent();
    private final ByteQuota encoded = server.memoryBudget().encoded();
    private final AtomicInteger responses = new AtomicInteger();
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @BeforeEach
    void open() throws IOException {
        address = listener.open(address);
        Route large = Route.get(
                "/large",
                exchange -> exchange.whenBudgetAllows(RESPONSE_BYTES, () -> {
                    responses.incrementAndGet();
                    exchange.ok(out -> out.writeString("x".repeat(RESPONSE_BYTES - 2)));
                }));
        Route body = Route.post("/body", Exchange::noContent);
        listener.serve(server.node(), new Routes(List.of(large, body)));
    }

    @AfterEach
    void close() {
        listener.close();
        server.close();
    }

    @Test
    void half_sent_commands_leave_less_for_bodies_until_they_are_executed() throws IOException {
        TestClient first = halfSent(0);
        TestClient second = halfSent(1);
        await().atMost(20, SECONDS).until(() -> input.usedBytes() > INPUT_BYTES * 3L / 4);
        assertThat(post(900_000)).isEqualTo(503);
        assertThat(input.usedBytes()).isLessThan(INPUT_BYTES + 2 * READ_BYTES);
        assertThat(post(1000)).as("a small body").isEqualTo(204);
        finish(first);
        finish(second);
        assertThat(post(900_000)).isEqualTo(204);
        assertThat(input.usedBytes()).isZero();
    }

    @Test
    void half_sent_bodies_leave_less_for_commands_until_they_are_gone() throws IOException {
        try (Socket first = connect();
                Socket second = connect()) {
            halfPost(first, 1_000_000);
            halfPost(second, 1_000_000);
            await().atMost(20, SECONDS).until(() -> input.usedBytes() == 2_000_000);
            TestClient prioritised = halfSent(0);
            TestClient paused = server.connect();
            new Thread(() -> {
                        paused.send("add 00000000-0000-4000-8000-000000000009 ping 1000 60000 1000000");
                        paused.sendRaw(new byte[1_000_000]).sendRaw("\r\n");
                    })
                    .start();
            await().atMost(20, SECONDS).until(input::isExceeded);
            serveOthers();
            // One command at a time may be read on; here that is one which is never sent to its end.
            assertThat(input.usedBytes()).isLessThan(2_000_000 + 2 * MEBIBYTE + 2 * READ_BYTES);
            first.close();
            second.close();
            paused.expect("+OK");
            finish(prioritised);
        }
    }

    @Test
    void replies_that_nobody_reads_leave_less_for_responses_until_they_are_read() throws IOException {
        int requests = UNSENT_BYTES / MEBIBYTE;
        finishJob();
        TestClient[] lazy = new TestClient[requests];
        for (int i = 0; i < requests; i++) {
            lazy[i] = server.connect(SMALL_WINDOW_BYTES);
            lazy[i].sendRaw(("result " + ID + " 0\r\n").repeat(8));
        }
        await().atMost(20, SECONDS).until(() -> encoded.usedBytes() >= UNSENT_BYTES);
        try (Socket client = connect()) {
            send(client, "GET /large", "");
            serveOthers();
            assertThat(responses).hasValue(0);
            assertThat(encoded.usedBytes()).isLessThan(UNSENT_BYTES + 2 * MEBIBYTE);
            for (TestClient one : lazy) {
                one.vanish();
            }
            expectResponse(client);
            assertThat(responses).hasValue(1);
        }
    }

    @Test
    void responses_that_nobody_reads_leave_less_for_replies_until_they_are_read() throws IOException {
        finishJob();
        try (Socket client = connect()) {
            send(client, "GET /large", "");
            await().atMost(20, SECONDS).until(() -> encoded.usedBytes() >= RESPONSE_BYTES);
            // Together these do not use up the budget, as each may encode two results, but with the response they do.
            for (int i = 0; i < 5; i++) {
                server.connect(SMALL_WINDOW_BYTES).sendRaw(("result " + ID + " 0\r\n").repeat(8));
            }
            await().atMost(20, SECONDS).until(() -> encoded.usedBytes() >= UNSENT_BYTES);
            serveOthers();
            assertThat(encoded.usedBytes()).isLessThan(UNSENT_BYTES + 2 * MEBIBYTE);
            TestClient reader = server.connect().send("result " + ID + " 0");
            await().atMost(20, SECONDS).until(() -> unsent.usedBytes() > UNSENT_BYTES + MEBIBYTE);
            expectResponse(client);
            reader.expect("+OK 1", ID + " 1 " + MEBIBYTE);
            reader.readBytes(MEBIBYTE);
        }
    }

    private void finishJob() {
        TestClient worker = server.connect();
        worker.send("add " + ID + " ping 1000 600000 0", "").expect("+OK");
        worker.send("complete " + ID + " " + MEBIBYTE).sendRaw(new byte[MEBIBYTE]);
        worker.sendRaw("\r\n").expect("+OK");
        worker.close();
    }

    /** Sends a command of a million bytes except for the last hundred thousand. */
    private TestClient halfSent(int number) {
        TestClient client = server.connect();
        client.send("add 00000000-0000-4000-8000-00000000000" + number + " ping 1000 60000 1000000");
        return client.sendRaw(new byte[900_000]);
    }

    private static void finish(TestClient client) {
        client.sendRaw(new byte[100_000]).sendRaw("\r\n").expect("+OK");
    }

    /** Sends a body and returns the status. */
    private int post(int bytes) throws IOException {
        try (Socket client = connect()) {
            send(client, "POST /body", "\"" + "x".repeat(bytes - 2) + "\"");
            return readHead(client);
        }
    }

    private static void halfPost(Socket client, int bytes) throws IOException {
        String head = "POST /body HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + (bytes + 1) + "\r\n\r\n";
        client.getOutputStream().write((head + "x".repeat(bytes)).getBytes(US_ASCII));
    }

    /** Runs tasks on both loops after all earlier ones. */
    private void serveOthers() throws IOException {
        for (int i = 0; i < 10; i++) {
            server.connect().send("delete x").expect("-CLIENT-ERROR Invalid ID").close();
            try (Socket other = connect()) {
                send(other, "GET /nowhere", "");
                assertThat(readHead(other)).isEqualTo(404);
            }
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALL_WINDOW_BYTES);
        socket.setSoTimeout(20_000);
        socket.connect(address);
        return socket;
    }

    private static void send(Socket to, String request, String json) throws IOException {
        String text = request + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + json.length() + "\r\n\r\n" + json;
        to.getOutputStream().write(text.getBytes(US_ASCII));
    }

    private static void expectResponse(Socket from) throws IOException {
        assertThat(readHead(from)).isEqualTo(200);
        assertThat(from.getInputStream().readNBytes(RESPONSE_BYTES)).hasSize(RESPONSE_BYTES);
    }

    /** Reads up to the body and returns the status. */
    private static int readHead(Socket from) throws IOException {
        InputStream in = from.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertThat(next).as("after <%s>", head).isNotNegative();
            head.append((char) next);
        }
        return Integer.parseInt(head.substring(9, 12));
    }
}
