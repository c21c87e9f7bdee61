package dev.reeve.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.reeve.bench.LiveServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class LoadGeneratorTest {
    @TempDir
    private static Path data;

    private static LiveServer server;

    @BeforeAll
    static void start() throws IOException {
        server = new LiveServer(data);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    static Stream<Load> loads() {
        Stream<Load> batches = Stream.of(2, 100)
                .map(batch -> new Load(Door.api(batch), server.address(Door.API), "batches", 200, 3, 2));
        Stream<Load> ofEach = Door.OURS.stream()
                .flatMap(door -> Stream.of(
                        new Load(door, server.address(door), "q." + door.name(), 200, 3, 1),
                        new Load(door, server.address(door), "q." + door.name(), 0, 1, 1),
                        new Load(door, server.address(door), "q." + door.name(), 20_000, 2, 20)));
        Load scripted = new Load(Door.qless("-- QlessAPI \u00e9"), server.address(Door.QLESS), "scripted", 200, 3, 2);
        return Stream.concat(Stream.concat(ofEach, batches), Stream.of(scripted));
    }

    @ParameterizedTest
    @MethodSource("loads")
    void every_job_begun_is_finished(Load load) throws Exception {
        LoadResult result = run(load, Span.ofCycles(0, 300));
        Timings timings = result.timings();
        int inFlight = load.connections() * load.depth();
        assertThat(timings.cycles().getTotalCount()).isBetween(300L, 300L + inFlight);
        assertThat(timings.requests()).isBetween(900L, 900L + 4L * inFlight);
        assertThat(timings.slowestNanos()).isLessThanOrEqualTo(timings.cycles().getMaxValue());
        assertThat(waiting(load.queue())).isZero();
    }

    @Test
    void a_queue_can_be_filled_first() throws Exception {
        Load load = new Load(Door.GOQUEUE, server.address(Door.GOQUEUE), "filled", 200, 2, 10);
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            generator.fill(1000);
            generator.run(Span.ofCycles(0, 100), new Meter(OptionalLong.empty()));
        }
        assertThat(waiting("filled")).isBetween(1000, 1040);
    }

    @Test
    void jobs_can_be_added_only() throws Exception {
        Load load = new Load(Door.api(10), server.address(Door.API), "added", 200, 2, 1);
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            generator.addOnly();
            LoadResult result = generator.run(Span.ofCycles(0, 50), new Meter(OptionalLong.empty()));
            assertThat(result.timings().of(DialogueStep.TAKE).getTotalCount()).isZero();
        }
        assertThat(waiting("added")).isBetween(500, 540);
    }

    @Test
    void what_was_before_does_not_count() throws Exception {
        Load load = new Load(Door.GOQUEUE, server.address(Door.GOQUEUE), "q", 10, 1, 1);
        LoadResult result = run(load, Span.ofSeconds(0.2, 0.1));
        assertThat(result.seconds()).isBetween(0.1, 60.0);
        assertThat(result.timings().of(DialogueStep.GREET).getTotalCount()).isZero();
        double counted = result.timings().cycles().getTotalCount() / result.seconds();
        assertThat(result.cyclesPerSecond()).isCloseTo(counted, withinPercentage(0.001));
    }

    @Test
    void an_unexpected_reply_is_shown() throws Exception {
        for (String reply : List.of("-SERVER-ERROR Out\r\nof memory", "+OK\r\n+OK\r\n")) {
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Thread peer = new Thread(() -> answer(listener, reply));
                peer.start();
                InetSocketAddress address = (InetSocketAddress) listener.getLocalSocketAddress();
                assertThatThrownBy(() -> run(new Load(Door.WORKQ, address, "q", 200, 1, 1), Span.ofCycles(0, 1)))
                        .isInstanceOf(LoadException.class)
                        .hasMessageStartingWith("unexpected reply from the server: ")
                        .hasMessageEndingWith(reply.startsWith("-") ? "-SERVER-ERROR Out  of memory" : "+OK");
                peer.join();
            }
        }
    }

    @Test
    void a_connection_that_is_closed_is_told() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread peer = new Thread(() -> answer(listener, ""));
            peer.start();
            InetSocketAddress address = (InetSocketAddress) listener.getLocalSocketAddress();
            assertThatThrownBy(() -> run(new Load(Door.WORKQ, address, "q", 200, 1, 1), Span.ofCycles(0, 1)))
                    .isInstanceOf(LoadException.class)
                    .hasMessage("the server closed a connection");
            peer.join();
        }
    }

    /** Reads the start of a command, sends a reply and closes the connection. */
    private static void answer(ServerSocket listener, String reply) {
        try (Socket socket = listener.accept()) {
            assertThat(socket.getInputStream().readNBytes(250)).isNotEmpty();
            socket.getOutputStream().write(reply.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static LoadResult run(Load load, Span span) throws IOException {
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            return generator.run(span, new Meter(OptionalLong.empty()));
        }
    }

    private static int waiting(String queue) throws Exception {
        String root = "http://127.0.0.1:" + server.port(Door.OCYPOD) + "/queue/" + queue;
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest declare = HttpRequest.newBuilder(URI.create(root))
                .header("content-type", "application/json")
                .PUT(BodyPublishers.ofString("{}"))
                .build();
        client.send(declare, BodyHandlers.discarding());
        HttpRequest size = HttpRequest.newBuilder(URI.create(root + "/size")).build();
        return Integer.parseInt(client.send(size, BodyHandlers.ofString()).body());
    }
}
