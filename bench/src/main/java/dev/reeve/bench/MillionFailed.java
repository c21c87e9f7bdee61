package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import dev.reeve.bench.load.Load;
import dev.reeve.bench.load.LoadGenerator;
import dev.reeve.bench.load.Meter;
import dev.reeve.bench.load.Span;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Measures the lists of the HTTP interface on a server that holds many failed jobs: the time of first pages, failure groups and
 * counts, the longest turn of the loop while a text is searched in all jobs, and the latency of another door meanwhile relative
 * to that without a search. Run it with {@code bench/run MillionFailed [JOBS] [DURABILITY]}.
 */
public final class MillionFailed {
    private static final int PAIRS = 7;
    private static final int WARM_UPS = 2;
    private static final int LOOKS = 200;
    private static final int WARM_LOOKS = 100;
    private static final int CONNECTIONS = 16;
    private static final int PAYLOAD_BYTES = 200;
    private static final Span TURN = Span.ofSeconds(0.5, 3);
    private static final double NANOS_A_MILLI = 1e6;
    private static final List<String> LISTS = List.of(
            "/v1/jobs",
            "/v1/jobs?state=failed",
            "/v1/jobs?queue=failed-0&state=failed",
            "/v1/jobs?failure=failed-0/Error3&state=failed",
            "/v1/failures",
            "/v1/failures?queue=failed-0",
            "/v1/queues",
            "/v1/queues/failed-0");
    private static final HttpDoorRequest PING = HttpDoorRequest.of("GET", "/v1/me");

    private final ForkedReeve server;
    private final int http;

    private MillionFailed(ForkedReeve server) {
        this.server = server;
        this.http = server.port("http");
    }

    public static void main(String[] arguments) throws Exception {
        int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        String durability = "durability=" + (arguments.length > 1 ? arguments[1] : "interval");
        Path data = Files.createTempDirectory(Path.of("bench/target"), "failed");
        try (ForkedReeve server = ForkedReeve.startWatched(
                "-Xms4g -Xmx4g -XX:+AlwaysPreTouch -Dreeve.long-turn-millis=2",
                data,
                durability,
                "http.port=0",
                "goqueue.port=0")) {
            MillionFailed measurement = new MillionFailed(server);
            FailedJobs.fill(measurement.http, jobs);
            measurement.lists();
            measurement.search();
            measurement.otherDoor();
        }
    }

    private void lists() {
        try (RawHttp client = new RawHttp(http)) {
            for (String path : LISTS) {
                HttpDoorRequest request = HttpDoorRequest.of("GET", path);
                times(client, request, WARM_LOOKS);
                print(path, times(client, request, LOOKS));
            }
            print("for comparison: " + PING.path(), times(client, PING, LOOKS));
        }
    }

    private static Histogram times(RawHttp client, HttpDoorRequest request, int count) {
        Histogram times = new Histogram(3);
        for (int i = 0; i < count; i++) {
            long began = System.nanoTime();
            client.call(request, 200);
            times.recordValue(System.nanoTime() - began);
        }
        return times;
    }

    private static void print(String what, Histogram times) {
        System.out.printf(
                "%-50s p50 %.2f ms, p99 %.2f ms, max %.2f ms%n",
                what,
                times.getValueAtPercentile(50) / NANOS_A_MILLI,
                times.getValueAtPercentile(99) / NANOS_A_MILLI,
                times.getMaxValue() / NANOS_A_MILLI);
    }

    private void search() throws IOException, InterruptedException {
        TextSearch.once(http);
        server.turns();
        long began = System.nanoTime();
        long looked = TextSearch.once(http);
        System.out.printf(
                "text search: %,d jobs in %d ms; %s%n",
                looked, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began), server.turns());
    }

    private void otherDoor() throws Exception {
        double[] ratios = new double[PAIRS];
        for (int i = -WARM_UPS; i < PAIRS; i++) {
            double alone = p99Millis();
            server.turns();
            double beside;
            try (TextSearch search = TextSearch.begin(http)) {
                beside = p99Millis();
            }
            System.out.printf(
                    "goqueue p99 of a cycle: alone %.2f ms, beside a search %.2f ms, ratio %.2f; %s%n",
                    alone, beside, beside / alone, server.turns());
            if (i >= 0) {
                ratios[i] = beside / alone;
            }
        }
        Arrays.sort(ratios);
        System.out.printf(
                "median of %d pairs %.2f (%.2f to %.2f)%n", PAIRS, ratios[PAIRS / 2], ratios[0], ratios[PAIRS - 1]);
    }

    private double p99Millis() throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port("goqueue"));
        Load load = new Load(Door.GOQUEUE, address, "other", PAYLOAD_BYTES, CONNECTIONS, 1);
        try (LoadGenerator generator = LoadGenerator.connect(load)) {
            return generator
                            .run(TURN, new Meter(OptionalLong.empty()))
                            .timings()
                            .cycles()
                            .getValueAtPercentile(99)
                    / NANOS_A_MILLI;
        }
    }
}
