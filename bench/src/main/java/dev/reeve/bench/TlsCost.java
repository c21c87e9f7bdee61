package dev.reeve.bench;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.TlsFolder;
import dev.reeve.testkit.WorkqClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.HdrHistogram.Histogram;

/**
 * Measures what TLS costs: the server's CPU time per request of Workq and Ocypod with and without it, in turns; the CPU time per
 * handshake; and the latency of clients with TLS while others begin 1,000 handshakes a second and finish none. Run it with
 * {@code bench/run TlsCost [PAIRS] [flood]}; the last word leaves out all but the latency.
 */
public final class TlsCost {
    private static final int WARM_UPS = 4;
    /** The JVM compiles the code of a handshake when it has run some ten thousand times. */
    private static final int FLOOD_WARM_UPS = 12;

    private static final int CLIENTS = 8;
    private static final long TURN_NANOS = 3_000_000_000L;
    private static final int HANDSHAKES = 500;
    private static final int FLOOD_PER_SECOND = 1_000;
    private static final int KEPT_OPEN = 2_000;

    private final SSLContext tls;
    private final ForkedReeve plain;
    private final ForkedReeve encrypted;
    private final int pairs;

    private TlsCost(SSLContext tls, ForkedReeve plain, ForkedReeve encrypted, int pairs) {
        this.tls = tls;
        this.plain = plain;
        this.encrypted = encrypted;
        this.pairs = pairs;
    }

    public static void main(String[] arguments) throws Exception {
        int pairs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        TlsFolder files = new TlsFolder(Files.createTempDirectory("reeve-tls-cost"));
        String[] common = {"durability=os", "busy-poll=off", "workq.port=0", "http.port=0"};
        Path data = Files.createTempDirectory("reeve-tls-cost");
        try (ForkedReeve plain = ForkedReeve.start(data.resolve("plain"), common);
                ForkedReeve encrypted = ForkedReeve.start(
                        data.resolve("tls"),
                        Stream.concat(Arrays.stream(common), Arrays.stream(files.settings()))
                                .toArray(String[]::new))) {
            TlsCost cost = new TlsCost(files.client(), plain, encrypted, pairs);
            if (arguments.length < 2) {
                cost.requests("workq");
                cost.requests("ocypod");
                cost.handshakes(files);
            }
            cost.flood();
        }
    }

    private DoorClient connect(String door, boolean withTls) {
        ForkedReeve server = withTls ? encrypted : plain;
        int port = server.port(door.equals("workq") ? "workq" : "http");
        TestClient socket = withTls ? new TestClient(port, tls) : new TestClient(port);
        return door.equals("workq") ? new WorkqClient(socket) : new OcypodClient(new RawHttp(socket));
    }

    private void requests(String door) throws InterruptedException {
        double[] without = new double[pairs];
        double[] with = new double[pairs];
        double[] ratios = new double[pairs];
        for (int i = -WARM_UPS; i < pairs; i++) {
            double one = microsPerRequest(plain, () -> connect(door, false));
            double other = microsPerRequest(encrypted, () -> connect(door, true));
            if (i >= 0) {
                without[i] = one;
                with[i] = other;
                ratios[i] = other / one;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s, %d pairs, CPU time per request: plain %.1f us, TLS %.1f us, ratio %.2f (medians)%n",
                door,
                pairs,
                median(without),
                median(with),
                median(ratios));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static double microsPerRequest(ForkedReeve server, Supplier<DoorClient> connector)
            throws InterruptedException {
        List<DoorClient> clients = connect(connector);
        try {
            Duration before = server.cpu();
            Histogram latencies = talk(clients);
            return server.cpu().minus(before).toNanos() / 1000.0 / latencies.getTotalCount();
        } finally {
            clients.forEach(DoorClient::close);
        }
    }

    private static List<DoorClient> connect(Supplier<DoorClient> connector) {
        List<DoorClient> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            DoorClient client = connector.get();
            if (client instanceof OcypodClient ocypod) {
                ocypod.declare("q" + i, "{\"expires_after\":\"1ms\"}");
            }
            clients.add(client);
        }
        return clients;
    }

    /** Jobs of three requests, by clients that each wait for their reply; returns the latencies of the requests. */
    private static Histogram talk(List<DoorClient> clients) throws InterruptedException {
        Histogram all = new Histogram(3);
        List<Thread> threads = new ArrayList<>();
        long until = System.nanoTime() + TURN_NANOS;
        for (int i = 0; i < clients.size(); i++) {
            String queue = "q" + i;
            DoorClient client = clients.get(i);
            Thread thread = new Thread(() -> {
                Histogram own = new Histogram(3);
                while (System.nanoTime() < until) {
                    cycle(client, queue, own);
                }
                synchronized (all) {
                    all.add(own);
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return all;
    }

    private static void cycle(DoorClient door, String queue, Histogram latencies) {
        long began = System.nanoTime();
        door.add(queue, "{\"to\":\"ann\",\"n\":1}");
        long added = System.nanoTime();
        DoorClient.Taken job = Objects.requireNonNull(door.acquire(queue));
        long taken = System.nanoTime();
        door.complete(job);
        latencies.recordValue(added - began);
        latencies.recordValue(taken - added);
        latencies.recordValue(System.nanoTime() - taken);
    }

    private void handshakes(TlsFolder files) {
        for (int round = 0; round < 3; round++) {
            Duration before = encrypted.cpu();
            for (int i = 0; i < HANDSHAKES; i++) {
                // A context of its own each time: no session is resumed.
                try (DoorClient door = new WorkqClient(new TestClient(encrypted.port("workq"), files.client()))) {
                    door.acquire("none");
                }
            }
            double micros = encrypted.cpu().minus(before).toNanos() / 1000.0 / HANDSHAKES;
            System.out.printf(
                    Locale.ROOT, "CPU time per connection with its handshake and a request: %.0f us%n", micros);
        }
    }

    /** The clients have connected before: what a flood means for those who connect during it is another question. */
    private void flood() throws Exception {
        List<DoorClient> clients = connect(() -> connect("workq", true));
        double[] ratios = new double[pairs];
        for (int i = -FLOOD_WARM_UPS; i < pairs; i++) {
            long calm = talk(clients).getValueAtPercentile(99);
            Flood flood = new Flood(encrypted.port("workq"), tls);
            flood.start();
            long flooded = talk(clients).getValueAtPercentile(99);
            flood.end();
            double ratio = (double) flooded / calm;
            if (i >= 0) {
                ratios[i] = ratio;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%sp99 %.2f ms, with %d unfinished handshakes a second %.2f ms, ratio %.2f%n",
                    i < 0 ? "warm-up: " : "",
                    calm / 1e6,
                    flood.begun * 1_000_000_000L / TURN_NANOS,
                    flooded / 1e6,
                    ratio);
        }
        clients.forEach(DoorClient::close);
        System.out.printf(Locale.ROOT, "median ratio of p99: %.2f%n", median(ratios));
    }

    /** Begins handshakes with a complete first message, and never goes on. */
    private static final class Flood extends Thread {
        private final int port;
        private final byte[] hello;
        private final Deque<Socket> open = new ArrayDeque<>();
        private volatile boolean more = true;
        private volatile long begun;

        Flood(int port, SSLContext tls) throws IOException {
            this.port = port;
            SSLEngine engine = tls.createSSLEngine();
            engine.setUseClientMode(true);
            ByteBuffer message = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
            engine.wrap(ByteBuffer.allocate(0), message);
            this.hello = Arrays.copyOf(message.array(), message.position());
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // Only this thread writes it.
        public void run() {
            long began = System.nanoTime();
            while (more) {
                try {
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                    socket.getOutputStream().write(hello);
                    open.add(socket);
                    if (open.size() > KEPT_OPEN) {
                        open.remove().close();
                    }
                } catch (IOException e) {
                    // The server may refuse the connection.
                }
                begun++;
                LockSupport.parkNanos(began + begun * 1_000_000_000L / FLOOD_PER_SECOND - System.nanoTime());
            }
        }

        void end() throws InterruptedException, IOException {
            more = false;
            join();
            for (Socket socket : open) {
                socket.close();
            }
        }
    }
}
