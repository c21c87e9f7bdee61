package dev.reeve.bench;

import dev.reeve.server.Main;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What counting costs in CPU time: one server that counts and one with {@code metrics=false}, each a process of its own, take
 * turns at Workq jobs of three requests, added, leased and completed. Which of the two begins changes with every pair. Run it
 * with {@code bench/run MetricsCost [CONNECTIONS] [DEPTH] [DURABILITY]}; the depth is how many commands a client sends at
 * once.
 */
public final class MetricsCost {
    private static final int PAIRS = 10;
    private static final int WARM_UPS = 6;
    private static final long TURN_MILLIS = 3_000;
    private static final String PAYLOAD = "x".repeat(200);

    private MetricsCost() {}

    /** A server under measurement. */
    private record Side(Process process, int port) {
        Duration cpu() {
            return process.toHandle().info().totalCpuDuration().orElseThrow();
        }
    }

    public static void main(String[] arguments) throws Exception {
        int connections = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 16;
        int depth = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        String durability = arguments.length > 2 ? arguments[2] : "os";
        Side with = start("metrics=true", "durability=" + durability);
        Side without = start("metrics=false", "durability=" + durability);
        try {
            double[] ratios = new double[PAIRS];
            for (int i = -WARM_UPS; i < PAIRS; i++) {
                boolean withFirst = i % 2 == 0;
                double first = microsPerRequest(withFirst ? with : without, connections, depth);
                double second = microsPerRequest(withFirst ? without : with, connections, depth);
                double counting = withFirst ? first : second;
                double plain = withFirst ? second : first;
                System.out.printf("without %.2f us, with %.2f us, %.3f times%n", plain, counting, counting / plain);
                if (i >= 0) {
                    ratios[i] = counting / plain;
                }
            }
            Arrays.sort(ratios);
            System.out.printf(
                    "%d connections, depth %d, durability %s: metrics cost %.1f %% of CPU time per request"
                            + " (median of %d pairs, %.1f to %.1f)%n",
                    connections,
                    depth,
                    durability,
                    percent((ratios[PAIRS / 2 - 1] + ratios[PAIRS / 2]) / 2),
                    PAIRS,
                    percent(ratios[0]),
                    percent(ratios[PAIRS - 1]));
        } finally {
            with.process().destroyForcibly();
            without.process().destroyForcibly();
        }
    }

    private static double percent(double ratio) {
        return (ratio - 1) * 100;
    }

    private static double microsPerRequest(Side server, int connections, int depth) throws InterruptedException {
        AtomicLong requests = new AtomicLong();
        long until = System.nanoTime() + TURN_MILLIS * 1_000_000;
        Duration before = server.cpu();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            String queue = "q" + i;
            Thread client = new Thread(() -> requests.addAndGet(work(server.port(), queue, depth, until)));
            client.start();
            clients.add(client);
        }
        for (Thread client : clients) {
            client.join();
        }
        return server.cpu().minus(before).toNanos() / 1000.0 / requests.get();
    }

    private static long work(int port, String queue, int depth, long until) {
        long requests = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            OutputStream out = socket.getOutputStream();
            while (System.nanoTime() < until) {
                requests += turn(in, out, queue, depth);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return requests;
    }

    private static int turn(InputStream in, OutputStream out, String queue, int depth) throws IOException {
        StringBuilder add = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            add.append("add %s %s 60000 1000 200\r\n%s\r\n".formatted(UUID.randomUUID(), queue, PAYLOAD));
        }
        send(out, add.toString());
        for (int i = 0; i < depth; i++) {
            expect(in, "+OK");
        }
        send(out, ("lease " + queue + " 1000\r\n").repeat(depth));
        StringBuilder complete = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            expect(in, "+OK 1");
            String head = line(in);
            complete.append("complete ").append(head, 0, head.indexOf(' ')).append(" 2\r\nok\r\n");
            line(in);
        }
        send(out, complete.toString());
        for (int i = 0; i < depth; i++) {
            expect(in, "+OK");
        }
        return 3 * depth;
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void expect(InputStream in, String wanted) throws IOException {
        String got = line(in);
        if (!got.equals(wanted)) {
            throw new IOException("expected " + wanted + ", but got " + got);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int next;
        while ((next = in.read()) != '\n') {
            if (next < 0) {
                throw new EOFException();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static Side start(String... settings) throws IOException, InterruptedException {
        int port = freePort();
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseG1GC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "serve",
                "--data",
                Files.createTempDirectory("reeve-metrics-cost").toString()));
        List<String> all = new ArrayList<>(
                List.of("http.port=" + freePort(), "qless.port=off", "goqueue.port=off", "workq.port=" + port));
        all.addAll(List.of(settings));
        all.forEach(setting -> words.addAll(List.of("--set", setting)));
        Process process = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        awaitPort(port);
        return new Side(process, port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0)) {
            return any.getLocalPort();
        }
    }

    private static void awaitPort(int port) throws InterruptedException {
        for (int i = 0; i < 200; i++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                if (socket.isConnected()) {
                    return;
                }
            } catch (IOException e) {
                // Not yet.
            }
            Thread.sleep(100);
        }
        throw new IllegalStateException("nothing answers on port " + port);
    }
}
