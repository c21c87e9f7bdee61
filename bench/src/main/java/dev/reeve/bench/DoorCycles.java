package dev.reeve.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Jobs a second through the Workq door (add, lease, complete) and through the qless door (put, pop, complete), with every
 * reply synced, in turns against one server. Payloads have 200 bytes. Run it with
 * {@code bench/run DoorCycles [CONNECTIONS] [DEPTH] [DURABILITY]}; the depth is how many commands a client sends at once.
 */
public final class DoorCycles {
    private static final int PAIRS = 7;
    private static final int WARM_UPS = 4;
    private static final long TURN_MILLIS = 3_000;

    private DoorCycles() {}

    public static void main(String[] arguments) throws Exception {
        int connections = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 16;
        int depth = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        String durability = arguments.length > 2 ? arguments[2] : "always";
        Path data = Files.createTempDirectory("reeve-door-cycles");
        try (ForkedReeve reeve = ForkedReeve.start(data, "durability=" + durability)) {
            double[] ratios = new double[PAIRS];
            for (int i = -WARM_UPS; i < PAIRS; i++) {
                double workq = perSecond(connections, () -> new WorkqCycle(reeve.workqPort(), depth));
                double qless = perSecond(connections, () -> new QlessCycle(reeve.qlessPort(), depth));
                System.out.printf(
                        "workq %.0f cycles/s, qless %.0f cycles/s, %.2f times%n", workq, qless, qless / workq);
                if (i >= 0) {
                    ratios[i] = qless / workq;
                }
            }
            Arrays.sort(ratios);
            System.out.printf(
                    "%d connections, depth %d, durability %s: qless / workq, median of %d pairs %.2f (%.2f to %.2f)%n",
                    connections, depth, durability, PAIRS, ratios[PAIRS / 2], ratios[0], ratios[PAIRS - 1]);
        }
    }

    private interface ClientFactory {
        Cycle open() throws Exception;
    }

    private static double perSecond(int connections, ClientFactory factory) throws Exception {
        AtomicLong jobs = new AtomicLong();
        long started = System.nanoTime();
        long until = started + TURN_MILLIS * 1_000_000;
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            Thread client = new Thread(() -> jobs.addAndGet(work(factory, until)));
            client.start();
            clients.add(client);
        }
        for (Thread client : clients) {
            client.join();
        }
        return jobs.get() * 1e9 / (System.nanoTime() - started);
    }

    private static long work(ClientFactory factory, long until) {
        long jobs = 0;
        try (Cycle cycle = factory.open()) {
            while (System.nanoTime() < until) {
                jobs += cycle.turn();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return jobs;
    }
}
