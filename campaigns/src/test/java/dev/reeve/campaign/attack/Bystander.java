package dev.reeve.campaign.attack;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.WorkqClient;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A client with a connection and jobs of its own from before the attack. It leases and completes them one after the other
 * while others attack, which has to work even if memory is full.
 */
final class Bystander implements AutoCloseable {
    private static final int PAUSE_MILLIS = 10;

    private final WorkqClient client;
    private final Set<String> waiting = new LinkedHashSet<>();
    private final ReplyTimes latencies;
    private final CompletableFuture<Void> working;
    private volatile boolean stopping;

    Bystander(int workqPort, int jobs) {
        client = new WorkqClient(workqPort);
        latencies = new ReplyTimes(2 * jobs);
        for (int i = 0; i < jobs; i++) {
            waiting.add(client.add("bystander", "x"));
        }
        working = CompletableFuture.runAsync(this::work);
    }

    private void work() {
        // At least one is left for the checks after the attack.
        while (!stopping && waiting.size() > 2) {
            finishOne();
            pause();
        }
    }

    private void finishOne() {
        long began = System.nanoTime();
        DoorClient.Taken job = client.acquire("bystander");
        long leased = System.nanoTime();
        if (job == null || !client.complete(job)) {
            throw new AssertionError("an acknowledged job is not there");
        }
        latencies.add(leased - began);
        latencies.add(System.nanoTime() - leased);
        waiting.remove(job.id());
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the work, and checks that it went on until now: one more job is finished. */
    ReplyTimes stop() throws Exception {
        stopping = true;
        working.get(2, TimeUnit.MINUTES);
        finishOne();
        return latencies;
    }

    /** The jobs that are not finished. */
    List<String> waiting() {
        return List.copyOf(waiting);
    }

    @Override
    public void close() {
        stopping = true;
        client.close();
    }
}
