package dev.reeve.net.http;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.engine.command.Acquire;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A listener with a large body whose handler does not return until the test lets it. */
@Timeout(60)
class LargeBodyThreadTest {
    private static final String LARGE = "\"" + "x".repeat(100_000) + "\"";
    private static final String QUEUE = "waited-for";
    private static final String THREAD = "reeve-bodies";

    private final TestServer server = TcpServer.start(JournalKind.LOCAL);
    private final HttpListener listener =
            new HttpListener(new HttpLimits(1 << 20, List.of()), server.quota(), server.memoryBudget(), null);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayReturn = new CountDownLatch(1);
    private final AtomicInteger handled = new AtomicInteger();
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @BeforeEach
    void open() throws IOException {
        address = listener.open(address);
        Route slow = Route.post("/slow", exchange -> {
            stop();
            exchange.noContent();
        });
        Route take = Route.post("/take", exchange -> {
            stop();
            exchange.acquire(
                    new Acquire(List.of(QUEUE), null, 1, 0), 60_000_000, job -> exchange.noContent(), () -> {});
        });
        Route threads = Route.post("/threads", exchange -> {
            String before = Thread.currentThread().getName();
            exchange.ask(
                    engine -> Thread.currentThread().getName(),
                    asked -> exchange.ok(out -> out.writeString(
                            before + " " + asked + " " + Thread.currentThread().getName())));
        });
        Route waiting = Route.post(
                "/waiting",
                exchange -> exchange.askNode(
                        (engine, node) -> node.waitingFor(QUEUE),
                        HttpCall::refused,
                        count -> exchange.ok(out -> out.writeNumber(count))));
        listener.serve(server.node(), new Routes(List.of(slow, take, threads, waiting)));
    }

    private void stop() {
        handled.incrementAndGet();
        begun.countDown();
        try {
            mayReturn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void close() {
        mayReturn.countDown();
        listener.close();
        server.close();
    }

    @Test
    void others_are_served_while_a_large_body_is_read() throws Exception {
        try (RawHttp slow = new RawHttp(address);
                RawHttp other = new RawHttp(address)) {
            slow.requestWithBody("POST /slow", LARGE);
            begun.await();
            assertThat(other.requestWithBody("POST /threads", "1").read().body())
                    .matches("\"reeve-http-\\S+ reeve-loop-\\S+ reeve-http-\\S+\"");
            mayReturn.countDown();
            assertThat(slow.read().status()).isEqualTo(204);
        }
    }

    @Test
    void the_handler_of_a_large_body_runs_beside_the_loop_and_its_callbacks_on_the_loop() throws Exception {
        try (RawHttp client = new RawHttp(address)) {
            assertThat(client.requestWithBody("POST /threads", LARGE).read().body())
                    .matches("\"" + THREAD + "-\\S+ reeve-loop-\\S+ reeve-http-\\S+\"");
        }
    }

    @Test
    void who_has_disconnected_meanwhile_does_not_wait_for_a_job() throws Exception {
        try (RawHttp other = new RawHttp(address)) {
            try (RawHttp gone = new RawHttp(address)) {
                gone.requestWithBody("POST /take", LARGE);
                begun.await();
            }
            await().atMost(30, SECONDS).until(() -> listener.connections() == 1);
            mayReturn.countDown();
            // It is handled after the other one, and its question reaches the node later.
            assertThat(other.requestWithBody("POST /waiting", LARGE).read().body())
                    .isEqualTo("0");
            assertThat(server.memoryBudget().input().usedBytes()).isZero();
        }
    }

    @Test
    void a_stop_waits_neither_for_the_body_that_is_read_nor_for_those_behind_it() throws Exception {
        try (RawHttp slow = new RawHttp(address);
                RawHttp waiting = new RawHttp(address)) {
            slow.requestWithBody("POST /slow", LARGE);
            begun.await();
            waiting.requestWithBody("POST /slow", LARGE);
            await().atMost(30, SECONDS)
                    .until(() -> server.memoryBudget().input().usedBytes() >= 2L * LARGE.length());
            CompletableFuture.runAsync(listener::close).get(30, SECONDS);
            assertThat(slow.isClosed()).isTrue();
            assertThat(waiting.isClosed()).isTrue();
            mayReturn.countDown();
            await().atMost(30, SECONDS)
                    .until(() -> Thread.getAllStackTraces().keySet().stream()
                            .noneMatch(thread -> thread.getName().startsWith(THREAD)));
            assertThat(handled).hasValue(1);
        }
    }
}
