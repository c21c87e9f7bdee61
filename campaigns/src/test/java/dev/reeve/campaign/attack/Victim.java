package dev.reeve.campaign.attack;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.WorkqClient;
import java.util.ArrayList;
import java.util.List;

/** A client that works while others attack: it adds jobs, and completes every other one. */
final class Victim implements AutoCloseable {
    private final DoorClient client;
    private final String queue;
    private final List<String> waiting = new ArrayList<>();

    private Victim(DoorClient client, String queue) {
        this.client = client;
        this.queue = queue;
    }

    static Victim ofWorkq(AttackedServer server) {
        return new Victim(new WorkqClient(server.workq()), "victim-workq");
    }

    static Victim ofHttp(AttackedServer server) {
        OcypodClient client = new OcypodClient(server.http());
        client.declare("victim-http", "{}");
        return new Victim(client, "victim-http");
    }

    ReplyTimes work(int cycles) {
        ReplyTimes latencies = new ReplyTimes(2 * cycles);
        for (int i = 0; i < cycles; i++) {
            long began = System.nanoTime();
            String id = client.add(queue, "1");
            latencies.add(System.nanoTime() - began);
            waiting.add(id);
            if (i % 2 == 1) {
                latencies.add(finish());
            }
        }
        return latencies;
    }

    /** Leases a job and completes it; returns the nanoseconds of the slower one of the two. */
    private long finish() {
        long began = System.nanoTime();
        DoorClient.Taken job = client.acquire(queue);
        long leased = System.nanoTime();
        if (job == null || !client.complete(job)) {
            throw new AssertionError("an acknowledged job is not there");
        }
        waiting.remove(job.id());
        return Math.max(leased - began, System.nanoTime() - leased);
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
