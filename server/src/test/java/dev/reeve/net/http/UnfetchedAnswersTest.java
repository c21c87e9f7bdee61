package dev.reeve.net.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HTTP clients that request large responses and do not read them. */
class UnfetchedAnswersTest {
    /** More than the socket buffers hold between two sockets. */
    private static final int ANSWER_BYTES = 16 << 20;

    private static final JobId BIG = JobId.of("big");
    private static final int SMALL_WINDOW_BYTES = 8 << 10;
    private static final long MOST_UNSENT_BYTES = ANSWER_BYTES * 5L / 2;

    private final HttpListener listener = new HttpListener(
            new HttpLimits(1000, List.of()),
            new ConnectionQuota(ConnectionLimits.of(100)),
            new MemoryBudget(4000, MOST_UNSENT_BYTES),
            null);
    private final TestServer server = TcpServer.start(JournalKind.LOCAL);
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger put = new AtomicInteger();
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @BeforeEach
    void open() throws IOException {
        address = listener.open(address);
        Route large = Route.get("/large", exchange -> {
            requests.incrementAndGet();
            byte[] text = new byte[ANSWER_BYTES];
            Arrays.fill(text, (byte) 'x');
            exchange.okBytes(text);
        });
        Route small = Route.post("/small", exchange -> {
            put.addAndGet(exchange.body().length);
            exchange.noContent();
        });
        Route patient = Route.get(
                "/patient",
                exchange -> exchange.whenBudgetAllows(ANSWER_BYTES, () -> {
                    requests.incrementAndGet();
                    exchange.ok(out -> out.writeString("x".repeat(ANSWER_BYTES - 2)));
                }));
        Route add = Route.post(
                "/add",
                exchange -> exchange.submit(
                        new Add(BIG, "q", new byte[ANSWER_BYTES], 0, Add.NOW, Terms.STANDARD),
                        HttpError::of,
                        added -> exchange.noContent()));
        Route take = Route.get("/take", exchange -> {
            requests.incrementAndGet();
            exchange.acquire(
                    new Acquire(List.of("q"), null, 1, 0),
                    0,
                    job -> exchange.okBytes(job.payload()),
                    exchange::noContent);
        });
        listener.serve(server.node(), new Routes(List.of(large, small, patient, add, take)));
    }

    @AfterEach
    void close() {
        listener.close();
        server.close();
    }

    @Test
    void the_next_request_waits_until_the_answer_before_it_is_fetched() throws IOException {
        try (Socket client = connect()) {
            send(client, "GET /large", "");
            send(client, "POST /small", "\"one\"");
            send(client, "GET /large", "");
            send(client, "POST /small", "\"two\"");
            await().atMost(20, SECONDS).until(() -> requests.get() == 1);
            serveSomebodyElse();
            assertThat(put).hasValue(0);
            assertThat(requests).hasValue(1);

            readAnswer(client, ANSWER_BYTES);
            readAnswer(client, 0);
            readAnswer(client, ANSWER_BYTES);
            readAnswer(client, 0);
            assertThat(put).hasValue(2 * "\"one\"".length());
            assertThat(requests).hasValue(2);
        }
    }

    @Test
    void when_all_are_too_much_who_left_one_lying_for_longest_is_cut_off() throws IOException {
        try (Socket first = connect();
                Socket second = connect();
                Socket third = connect()) {
            send(first, "GET /large", "");
            await().atMost(20, SECONDS).until(() -> requests.get() == 1);
            send(second, "GET /large", "");
            await().atMost(20, SECONDS).until(() -> requests.get() == 2);
            assertThat(listener.connections()).isEqualTo(3);
            send(third, "GET /large", "");
            await().atMost(20, SECONDS).until(() -> listener.connections() == 2);
            assertThat(readToTheEnd(first)).isLessThan(ANSWER_BYTES);
            readAnswer(second, ANSWER_BYTES);
            readAnswer(third, ANSWER_BYTES);
        }
    }

    @Test
    void a_large_answer_is_put_into_words_when_others_have_been_fetched() throws IOException {
        try (Socket first = connect();
                Socket second = connect();
                Socket third = connect()) {
            send(first, "GET /patient", "");
            await().atMost(20, SECONDS).until(() -> requests.get() == 1);
            send(second, "GET /patient", "");
            await().atMost(20, SECONDS).until(() -> requests.get() == 2);
            send(third, "GET /patient", "");
            send(third, "POST /small", "\"one\"");
            serveSomebodyElse();
            assertThat(requests).hasValue(2);
            readAnswer(second, ANSWER_BYTES);
            readAnswer(third, ANSWER_BYTES);
            readAnswer(third, 0);
            readAnswer(first, ANSWER_BYTES);
            assertThat(listener.connections()).isEqualTo(3);
        }
    }

    @Test
    void a_job_whose_worker_leaves_before_its_answer_has_room_is_given_back() throws IOException {
        try (Socket first = connect();
                Socket second = connect()) {
            send(first, "POST /add", "1");
            readAnswer(first, 0);
            send(first, "GET /patient", "");
            send(second, "GET /patient", "");
            await().atMost(20, SECONDS).until(() -> requests.get() == 2);
            Socket worker = connect();
            send(worker, "GET /take", "");
            await().atMost(20, SECONDS).until(() -> big().state() == State.LEASED);
            serveSomebodyElse();
            worker.setSoLinger(true, 0);
            worker.close();
            await().atMost(20, SECONDS).until(() -> listener.connections() == 2);
            assertThat(big().state()).isEqualTo(State.LEASED);
            readAnswer(first, ANSWER_BYTES);
            await().atMost(20, SECONDS).until(() -> big().state() == State.READY);
            assertThat(big().attempts()).isZero();
        }
    }

    private JobView big() {
        return server.ask(engine -> Objects.requireNonNull(engine.job(JobRef.of(BIG))));
    }

    /** Runs a task on the loop after all earlier tasks. */
    private void serveSomebodyElse() throws IOException {
        try (Socket other = connect()) {
            for (int i = 0; i < 10; i++) {
                send(other, "GET /nowhere", "");
                readAnswer(other, "{\"error\":\"Not found\"}".length());
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
        to.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void readAnswer(Socket from, int bytes) throws IOException {
        InputStream in = from.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertThat(next).as("after <%s>", head).isNotNegative();
            head.append((char) next);
        }
        assertThat(in.readNBytes(bytes)).as("behind <%s>", head).hasSize(bytes);
    }

    private static int readToTheEnd(Socket from) throws IOException {
        byte[] some = new byte[64 << 10];
        int all = 0;
        try {
            for (int read = 0; read >= 0; read = from.getInputStream().read(some)) {
                all += read;
            }
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        return all;
    }
}
