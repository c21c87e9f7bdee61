package dev.reeve.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.NettyLoop;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.node.Requests;
import dev.reeve.server.testing.TcpServer;
import dev.reeve.testkit.LogLines;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An exception in one request does not affect the other requests of the same batch. */
class HandoverTest {
    private final TestServer server = TcpServer.start(JournalKind.LOCAL);
    private final NettyLoop http = NettyLoop.forHttp();
    private final LoopBridge loopBridge = new LoopBridge(
            server.node(), http.eventLoop(), (task, nanos) -> http.eventLoop().execute(task));
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        http.close();
        server.close();
    }

    private LoopBridge.NodeTask task(String name, Runnable work) {
        return new LoopBridge.NodeTask() {
            @Override
            public void run(Requests node) {
                work.run();
                events.add(name + " run");
            }

            @Override
            public void failed() {
                events.add(name + " failed");
            }
        };
    }

    private static void bug() {
        throw new IllegalStateException("a bug");
    }

    private String next() throws InterruptedException {
        return String.valueOf(events.poll(10, TimeUnit.SECONDS));
    }

    @Test
    void behind_a_request_with_a_bug_the_others_reach_the_node() throws InterruptedException {
        try (LogLines log = new LogLines(LoopBridge.class)) {
            http.execute(() -> {
                loopBridge.toNode(task("first", HandoverTest::bug));
                loopBridge.toNode(task("second", () -> {}));
            });
            // Logging the bug may end the turn, and the second one then runs in the next.
            assertThat(List.of(next(), next())).containsExactlyInAnyOrder("second run", "first failed");
            assertThat(log.told()).singleElement().asString().contains("failed to pass a request to the node");
        }
    }

    @Test
    void behind_an_answer_with_a_bug_the_others_are_given() throws InterruptedException {
        try (LogLines log = new LogLines(LoopBridge.class)) {
            server.node().loop().execute(() -> {
                loopBridge.toHttp(HandoverTest::bug);
                loopBridge.toHttp(() -> events.add("second answered"));
            });
            assertThat(next()).isEqualTo("second answered");
            assertThat(log.told()).singleElement().asString().contains("failed to answer a request");
        }
    }
}
