package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.RealDisk;
import dev.reeve.node.EngineRecovery;
import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A long recovery tells how far it is, in the log and at {@code /readyz}. */
@Timeout(60)
class RecoveryProgressTest {
    private static final int JOBS = 300;

    @TempDir
    private Path folder;

    @Test
    void a_line_every_few_seconds_and_none_for_a_short_recovery() {
        AtomicLong nowNanos = new AtomicLong(-7);
        List<String> lines = new ArrayList<>();
        RecoveryProgress recovery = new RecoveryProgress(nowNanos::get, lines::add, new EngineRecovery());
        assertThat(recovery.text()).isNull();
        recovery.progress(0, 1_000);
        assertThat(recovery.text()).isEqualTo("recovering: 0 jobs, 0 %");
        for (int read = 1; read <= 430; read++) {
            recovery.progress(read, 1_000);
        }
        assertThat(recovery.text()).isEqualTo("recovering: 0 jobs, 43 %");
        assertThat(lines).isEmpty();
        for (int read = 431; read <= 433; read++) {
            nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(2_500));
            recovery.progress(read, 1_000);
        }
        assertThat(lines).containsExactly("recovering: 0 jobs, 43 %");
        nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
        recovery.progress(999, 1_000);
        assertThat(lines).containsExactly("recovering: 0 jobs, 43 %", "recovering: 0 jobs, 99 %");
        assertThat(recovery.finish().jobCount()).isZero();
        assertThat(recovery.text()).isNull();
    }

    @Test
    void readyz_tells_it_while_the_journal_is_read() throws Exception {
        Path copy = dataOfKilledServer();
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        InetSocketAddress http = freeAddress();
        Server server =
                new Server(settings(copy, http), path -> holdingAtThirdSegment(RealDisk.open(path), reached, released));
        CompletableFuture<Void> started = CompletableFuture.runAsync(server::start);
        try {
            reached.await();
            try (RawHttp client = new RawHttp(http)) {
                assertThat(get(client, "/readyz"))
                        .startsWith("503 ")
                        .containsPattern("\"error\":\"recovering: [1-9][0-9,]* jobs, [1-9][0-9]? %\"");
                assertThat(get(client, "/livez")).startsWith("200 ");
                assertThat(get(client, "/health")).contains("\"error\":\"starting\"");
                released.countDown();
                started.join();
                assertThat(get(client, "/readyz")).isEqualTo("200 {\"status\":\"ready\"}");
            }
        } finally {
            released.countDown();
            started.join();
            server.stop();
        }
    }

    private static String get(RawHttp client, String path) throws IOException {
        RawHttp.Answer answer =
                client.request("GET " + path + " HTTP/1.1", "Host: localhost").read();
        return answer.status() + " " + answer.body();
    }

    /** Several segments and no snapshot. */
    private Path dataOfKilledServer() throws Exception {
        Path data = folder.resolve("data");
        InetSocketAddress http = freeAddress();
        Server server = new Server(settings(data, http));
        server.start();
        try (RawHttp client = new RawHttp(http)) {
            client.requestWithBody("PUT /queue/q", "{}").read();
            for (int i = 0; i < JOBS; i++) {
                String job = "{\"input\":\"" + "x".repeat(1000) + "\"}";
                assertThat(client.requestWithBody("POST /queue/q/job", job)
                                .read()
                                .status())
                        .isEqualTo(201);
            }
            Path copy = Files.createDirectory(folder.resolve("copy"));
            try (Stream<Path> files = Files.list(data)) {
                for (Path file : files.toList()) {
                    Files.copy(file, copy.resolve(file.getFileName()));
                }
            }
            return copy;
        } finally {
            server.stop();
        }
    }

    private static Disk holdingAtThirdSegment(Disk disk, CountDownLatch reached, CountDownLatch released) {
        AtomicInteger segments = new AtomicInteger();
        return (Disk) Proxy.newProxyInstance(
                Disk.class.getClassLoader(), new Class<?>[] {Disk.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("open")
                            && arguments[0].toString().endsWith(".seg")
                            && segments.incrementAndGet() == 3) {
                        reached.countDown();
                        released.await();
                    }
                    try {
                        return method.invoke(disk, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static Settings settings(Path data, InetSocketAddress http) {
        SettingsReader reader = new SettingsReader();
        Stream.of(
                        "data=" + data,
                        "journal.segment-size=64KiB",
                        "http.port=" + http.getPort(),
                        "workq.port=off",
                        "qless.port=off",
                        "goqueue.port=off")
                .forEach(reader::readAssignment);
        return reader.settings();
    }

    private static InetSocketAddress freeAddress() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        }
    }
}
