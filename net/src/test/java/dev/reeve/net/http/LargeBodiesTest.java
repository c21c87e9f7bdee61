package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.ConnectionLimits;
import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.net.RefusalLog;
import dev.reeve.node.Loop;
import dev.reeve.node.Requests;
import dev.reeve.testkit.LogLines;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponseEncoder;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections whose large bodies are handled when the test says so: the thread for them and the HTTP loop are two queues. */
class LargeBodiesTest {
    private static final int SMALL = 16 * 1024;
    private static final int LARGE = SMALL + 1;

    private final MemoryBudget budget = new MemoryBudget(1 << 24, 1 << 24);
    private final RefusalLog refusals = new RefusalLog(null);
    private final Queue<Runnable> thread = new ArrayDeque<>();
    private final Queue<Runnable> slowThread = new ArrayDeque<>();
    private final Queue<Runnable> loop = new ArrayDeque<>();
    private long nanos;
    private long calls;
    private final List<Long> pauses = new ArrayList<>();
    private final BodyPace pace = new BodyPace(() -> nanos, pauses::add);
    private final HttpConnections connections = new HttpConnections(new ConnectionQuota(ConnectionLimits.of(10)), null);
    private final RequestDispatcher dispatcher = new RequestDispatcher(
            new RequestRules(new HostRule(List.of())),
            new BodyBudget(new HttpLimits(1 << 22, List.of()), budget.input(), refusals),
            new ResponseBudget(budget, refusals, loop::add, loop::add),
            refusals,
            new LargeBodies(thread::add, slowThread::add, pace, loop::add),
            null);
    private final List<String> handled = new ArrayList<>();
    private final EmbeddedChannel one = connect();
    private final EmbeddedChannel two = connect();

    private EmbeddedChannel connect() {
        EmbeddedChannel channel = new EmbeddedChannel(DefaultChannelId.newInstance());
        channel.pipeline()
                .addLast(
                        new StrictRequestDecoder(),
                        new HttpResponseEncoder(),
                        new HttpSession(channel, connections, dispatcher));
        channel.pipeline().fireChannelActive();
        return channel;
    }

    @BeforeEach
    void serve() {
        Loop loopOfNode = stub(Loop.class, method -> {
            throw new RejectedExecutionException();
        });
        Requests ended = stub(Requests.class, method -> method.equals("calls") ? calls : loopOfNode);
        Routes routes = new Routes(List.of(
                Route.post("/job/{name}", exchange -> {
                    handled.add(exchange.segment(0) + " " + exchange.body().length);
                    exchange.noContent();
                }),
                Route.post("/list", exchange -> {
                    StrictJson.read(exchange, (name, value) -> {
                        value.list(1000, member -> {
                            nanos += BodyPace.STRETCH_NANOS;
                            calls++;
                            return member.text();
                        });
                        return true;
                    });
                    exchange.noContent();
                }),
                Route.post("/refused", exchange -> {
                    throw HttpError.badRequest("no");
                }),
                Route.post("/bug", exchange -> {
                    throw new IllegalStateException("on purpose");
                }),
                Route.post(
                        "/reserved",
                        exchange -> exchange.whenBudgetAllows(10, () -> {
                            handled.add("reserved");
                            exchange.noContent();
                        })),
                Route.post("/stream", exchange -> exchange.stream().send(new byte[1])),
                Route.post("/asked", exchange -> exchange.ask(engine -> 1, one -> exchange.noContent())),
                Route.get("/ignored", Exchange::noContent)));
        dispatcher.serve(routes, new LoopBridge(ended, loop::add, (task, nanos) -> loop.add(task)));
    }

    /** An object whose methods return what is given for their names. */
    private static <T> T stub(Class<T> type, Function<String, Object> results) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> results.apply(method.getName())));
    }

    @AfterEach
    void close() {
        for (EmbeddedChannel channel : List.of(one, two)) {
            channel.finishAndReleaseAll();
        }
        assertThat(connections.count()).isZero();
        assertThat(budget.input().usedBytes()).isZero();
    }

    private static void send(EmbeddedChannel to, String line, int bodyBytes) {
        String head = line + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + bodyBytes + "\r\n\r\n";
        to.writeInbound(Unpooled.copiedBuffer(head + "x".repeat(bodyBytes), StandardCharsets.US_ASCII));
    }

    private static void runAll(Queue<Runnable> tasks) {
        for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
            next.run();
        }
    }

    /** The status lines of the answers, each as three digits. */
    private static List<String> answers(EmbeddedChannel from) {
        StringBuilder text = new StringBuilder();
        for (ByteBuf next = from.readOutbound(); next != null; next = from.readOutbound()) {
            text.append(next.toString(StandardCharsets.US_ASCII));
            next.release();
        }
        return text.toString()
                .lines()
                .filter(line -> line.startsWith("HTTP/1.1 "))
                .map(line -> line.substring(9, 12))
                .toList();
    }

    @Test
    void a_large_body_waits_for_its_thread_and_is_answered_on_the_loop_while_small_ones_are_served() {
        send(one, "POST /job/large", LARGE);
        send(two, "POST /job/small", SMALL);
        assertThat(handled).containsExactly("small " + SMALL);
        assertThat(answers(two)).containsExactly("204");
        runAll(thread);
        assertThat(handled).containsExactly("small " + SMALL, "large " + LARGE);
        assertThat(answers(one)).isEmpty();
        assertThat(budget.input().usedBytes()).isEqualTo(LARGE);
        send(two, "POST /job/other", 2);
        assertThat(answers(two)).containsExactly("204");
        runAll(loop);
        assertThat(answers(one)).containsExactly("204");
        assertThat(budget.input().usedBytes()).isZero();
    }

    @Test
    void large_bodies_are_handled_in_order_and_what_follows_one_on_its_connection_waits_for_its_answer() {
        send(one, "POST /job/1", LARGE);
        send(two, "POST /job/2", LARGE);
        send(one, "POST /job/3", 2);
        send(two, "POST /job/4", LARGE);
        assertThat(thread).hasSize(2);
        runAll(thread);
        assertThat(handled).containsExactly("1 " + LARGE, "2 " + LARGE);
        runAll(loop);
        assertThat(handled).containsExactly("1 " + LARGE, "2 " + LARGE, "3 2");
        runAll(thread);
        runAll(loop);
        assertThat(handled).last().isEqualTo("4 " + LARGE);
        assertThat(answers(one)).containsExactly("204", "204");
        assertThat(answers(two)).containsExactly("204", "204");
    }

    private static void sendList(EmbeddedChannel to, int memberBytes) {
        String body =
                "{\"list\":[" + String.join(",", Collections.nCopies(3, "\"" + "x".repeat(memberBytes) + "\"")) + "]}";
        to.writeInbound(Unpooled.copiedBuffer(
                "POST /list HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body,
                StandardCharsets.US_ASCII));
    }

    @Test
    void a_very_large_body_is_read_slowly_beside_those_that_are_only_large() {
        sendList(one, 400_000);
        sendList(two, 300_000);
        runAll(thread);
        assertThat(pauses).isEmpty();
        runAll(loop);
        assertThat(answers(one)).isEmpty();
        assertThat(answers(two)).containsExactly("204");
        runAll(slowThread);
        assertThat(pauses).as("one for each member").hasSize(3);
        runAll(loop);
        assertThat(answers(one)).containsExactly("204");
    }

    @Test
    void a_large_body_that_nobody_reads_keeps_nobody_waiting() {
        send(one, "GET /ignored", LARGE);
        assertThat(answers(one)).containsExactly("204");
    }

    @Test
    void refusals_and_bugs_are_answered_as_those_of_small_bodies() {
        try (LogLines log = new LogLines(Exchange.class)) {
            send(one, "POST /refused", LARGE);
            send(two, "POST /bug", LARGE);
            runAll(thread);
            assertThat(answers(one)).isEmpty();
            runAll(loop);
            assertThat(answers(one)).containsExactly("400");
            assertThat(answers(two)).containsExactly("500");
            assertThat(log.told()).singleElement().asString().contains("POST /bug", "on purpose");
        }
        send(two, "POST /job/next", 2);
        assertThat(answers(two)).containsExactly("204");
    }

    @Test
    void what_belongs_to_the_loop_is_done_there_or_not_at_all() {
        send(one, "POST /reserved", LARGE);
        runAll(thread);
        assertThat(handled).isEmpty();
        runAll(loop);
        assertThat(handled).containsExactly("reserved");
        assertThat(answers(one)).containsExactly("204");
        try (LogLines log = new LogLines(Exchange.class)) {
            send(one, "POST /stream", LARGE);
            runAll(thread);
            runAll(loop);
            assertThat(answers(one)).containsExactly("500");
            assertThat(log.told()).singleElement().asString().contains("beside the HTTP loop");
        }
    }

    @Test
    void the_node_is_asked_when_the_handler_has_returned_to_the_loop() {
        send(one, "POST /asked", LARGE);
        runAll(thread);
        assertThat(loop).hasSize(1);
        runAll(loop);
        assertThat(answers(one)).as("the node has ended").containsExactly("503");
    }

    @Test
    void who_disconnects_while_a_large_body_waits_or_is_handled_leaves_nothing_behind() {
        send(one, "POST /job/waits", LARGE);
        one.close();
        send(two, "POST /job/handled", LARGE);
        runAll(thread);
        two.close();
        runAll(loop);
        assertThat(handled).containsExactly("waits " + LARGE, "handled " + LARGE);
        assertThat(answers(one)).isEmpty();
        assertThat(answers(two)).isEmpty();
        assertThat(budget.input().usedBytes()).isZero();
    }

    @Test
    void a_body_is_whole_whatever_its_parts() {
        Random random = new Random(7);
        byte[] sent = new byte[700_000];
        random.nextBytes(sent);
        List<byte[]> received = new ArrayList<>();
        Route echo = Route.post("/echo", exchange -> {
            received.add(exchange.body());
            received.add(exchange.body());
            exchange.noContent();
        });
        dispatcher.serve(new Routes(List.of(echo)), dispatcher.loopBridge());
        one.writeInbound(Unpooled.copiedBuffer(
                "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                        + sent.length + "\r\n\r\n",
                StandardCharsets.US_ASCII));
        for (int at = 0; at < sent.length; ) {
            int part = Math.min(sent.length - at, 1 + random.nextInt(random.nextBoolean() ? 10 : 150_000));
            one.writeInbound(Unpooled.copiedBuffer(sent, at, part));
            at += part;
        }
        runAll(thread);
        runAll(loop);
        assertThat(received).containsExactly(sent, sent);
        assertThat(answers(one)).containsExactly("204");
    }
}
