package dev.reeve.campaign.attack;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.WorkqClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A client that works while others attack: it adds jobs, and completes every other one. */
final class Victim implements AutoCloseable {
    private final WorkqClient client;
    private final List<String> waiting = new ArrayList<>();
    private int rounds;

    /** Latencies of replies in microseconds. */
    record Latencies(long p50, long p99, long worst) {
        @Override
        public String toString() {
            return "p50 %d us, p99 %d us, worst %d us".formatted(p50, p99, worst);
        }
    }

    Victim(int port) {
        client = new WorkqClient(port);
    }

    Latencies work(int cycles) {
        long[] micros = new long[2 * cycles];
        String queue = "victim" + ++rounds;
        for (int i = 0; i < cycles; i++) {
            long began = System.nanoTime();
            String id = client.add(queue, "x");
            long added = System.nanoTime();
            waiting.add(id);
            if (i % 2 == 1) {
                DoorClient.Taken job = client.acquire(queue);
                if (job == null || !client.complete(job)) {
                    throw new AssertionError("an acknowledged job is not there");
                }
                waiting.remove(job.id());
            }
            micros[2 * i] = (added - began) / 1000;
            micros[2 * i + 1] = (System.nanoTime() - added) / 2000;
        }
        Arrays.sort(micros);
        return new Latencies(micros[micros.length / 2], micros[micros.length * 99 / 100], micros[micros.length - 1]);
    }

    /** The jobs that were added and not completed. */
    List<String> waiting() {
        return List.copyOf(waiting);
    }

    @Override
    public void close() {
        client.close();
    }
}
