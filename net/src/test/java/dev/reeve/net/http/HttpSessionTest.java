package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.RefusalLog;
import dev.reeve.node.Requests;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.util.ReferenceCountUtil;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One HTTP connection, with the codec and without a network; time passes by checks. */
class HttpSessionTest {
    private static final int MOST_BODY_BYTES = 100;
    private static final String ALIVE = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String HEALTH = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final MemoryBudget budget = new MemoryBudget(1000, 1000);
    private final RefusalLog refusals = new RefusalLog(null);
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final HttpConnections connections = new HttpConnections(new ConnectionQuota(ConnectionLimits.of(10)), null);
    private final RequestDispatcher dispatcher = new RequestDispatcher(
            new RequestRules(new HostRule(List.of())),
            new BodyBudget(new HttpLimits(MOST_BODY_BYTES, List.of()), budget.input(), refusals),
            new ResponseBudget(budget, refusals, tasks::add, tasks::add),
            refusals,
            LargeBodies.atOnePace(tasks::add, tasks::add),
            null);
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @BeforeEach
    void connect() {
        channel.pipeline()
                .addLast(
                        new StrictRequestDecoder(),
                        new HttpResponseEncoder(),
                        new HttpSession(channel, connections, dispatcher));
        channel.pipeline().fireChannelActive();
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        assertThat(connections.count()).isZero();
        assertThat(budget.input().usedBytes()).isZero();
    }

    private void send(String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    private String received() {
        StringBuilder text = new StringBuilder();
        for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            text.append(next.toString(StandardCharsets.US_ASCII));
            next.release();
        }
        return text.toString();
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i += HttpConnections.CHECK_SECONDS) {
            connections.checkAges();
        }
        channel.runPendingTasks();
    }

    @Test
    void an_idle_connection_is_closed_after_90_seconds() {
        pass(60);
        send(ALIVE);
        assertThat(received()).startsWith("HTTP/1.1 200 ").endsWith("{\"status\":\"alive\"}");
        pass(90);
        assertThat(channel.isOpen()).isTrue();
        pass(5);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void half_a_request_does_not_keep_a_connection_open() {
        send("GET /li");
        pass(95);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void a_body_that_does_not_come_in_time_is_refused_and_then_the_connection_is_closed() {
        send("GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345");
        pass(30);
        assertThat(received()).isEmpty();
        assertThat(budget.input().usedBytes()).isEqualTo(5);
        pass(5);
        assertThat(received()).startsWith("HTTP/1.1 408 ").contains("connection: close", "did not come in time");
        assertThat(budget.input().usedBytes()).isZero();
        pass(5);
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void a_body_that_nobody_wants_is_discarded_up_to_a_limit() {
        send("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
                + "x".repeat(16 * MOST_BODY_BYTES));
        assertThat(received()).startsWith("HTTP/1.1 503 ");
        assertThat(channel.isOpen()).isTrue();
        assertThat(budget.input().usedBytes()).isZero();
        send("x");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void the_next_request_is_served_after_a_body_that_nobody_wants() {
        send("POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n12");
        send("345" + ALIVE);
        assertThat(received()).startsWith("HTTP/1.1 503 ").endsWith("{\"status\":\"alive\"}");
    }

    @Test
    void requests_behind_the_one_in_progress_wait_and_the_channel_is_not_read() {
        send("GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n1");
        assertThat(channel.config().isAutoRead()).isTrue();
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        channel.runPendingTasks();
        send("23" + HEALTH + ALIVE);
        assertThat(received()).endsWith("{\"status\":\"alive\"}").doesNotContain("starting");
        assertThat(channel.config().isAutoRead()).isFalse();
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        channel.runPendingTasks();
        assertThat(received()).contains("\"starting\"").endsWith("{\"status\":\"alive\"}");
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void nothing_is_served_after_a_request_that_closes_the_connection() {
        send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: TE, close\r\n\r\n" + HEALTH);
        assertThat(received()).contains("connection: close").endsWith("{\"status\":\"alive\"}");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void a_client_of_HTTP_1_0_may_keep_its_connection() {
        send("GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
        assertThat(received()).startsWith("HTTP/1.0 200 ").contains("connection: keep-alive");
        send("GET /livez HTTP/1.0\r\n\r\n");
        assertThat(received()).startsWith("HTTP/1.0 200 ").doesNotContain("connection:");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void the_answer_after_a_100_keeps_its_body_whatever_follows() {
        String head = "GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n";
        send(head + "1HEAD /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(received())
                .startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 ")
                .contains("{\"status\":\"alive\"}HTTP/1.1 200 ")
                .endsWith("content-length: 18\r\n\r\n");
    }

    @Test
    void other_versions_are_refused_and_upgrades_are_ignored() {
        send("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n");
        assertThat(received()).startsWith("HTTP/1.1 200 ").endsWith("{\"status\":\"alive\"}");
        send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        assertThat(received())
                .startsWith("HTTP/1.1 501 ")
                .endsWith("{\"error\":\"The version of HTTP is not supported\"}");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void who_disconnects_leaves_no_part_of_a_body_behind() {
        send("GET /livez HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345");
        assertThat(budget.input().usedBytes()).isEqualTo(5);
        channel.close();
        assertThat(budget.input().usedBytes()).isZero();
    }

    private static final String STREAM = "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /** Serves a stream that sends nothing but pings. */
    private void serveStream() {
        Requests nobody = (Requests) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Requests.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("a stream does not ask the node");
                });
        Route stream = Route.getOnly(
                "/stream", exchange -> exchange.stream().ping(() -> ":\n\n".getBytes(StandardCharsets.US_ASCII)));
        dispatcher.serve(
                new Routes(List.of(stream)), new LoopBridge(nobody, tasks::add, (task, nanos) -> tasks.add(task)));
    }

    @Test
    void a_stream_whose_client_reads_stays_open() {
        serveStream();
        send(STREAM);
        assertThat(received())
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("content-type: text/event-stream\r\n", "transfer-encoding: chunked\r\n")
                .endsWith("\r\n\r\n");
        pass(600);
        assertThat(channel.isOpen()).isTrue();
        assertThat(received()).isEqualTo("3\r\n:\n\n\r\n".repeat(30));
        connections.closeAll();
        channel.runPendingTasks();
        assertThat(received()).isEqualTo("0\r\n\r\n");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void a_stream_whose_client_has_gone_silently_is_closed_after_90_seconds() {
        serveStream();
        send(STREAM);
        channel.pipeline().addFirst(new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
                ReferenceCountUtil.release(message);
            }
        });
        pass(90);
        assertThat(channel.isOpen()).isTrue();
        pass(5);
        assertThat(channel.isOpen()).isFalse();
        assertThat(dispatcher.streams.tally().open().get()).isZero();
        received();
    }

    @Test
    void what_a_client_sends_during_a_stream_waits() {
        serveStream();
        send(STREAM + ALIVE);
        received();
        pass(20);
        assertThat(received()).isEqualTo("3\r\n:\n\n\r\n");
        channel.close();
        assertThat(dispatcher.streams.tally().open().get()).isZero();
    }
}
