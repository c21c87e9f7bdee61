package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.JobberClient;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.WorkqClient;
import java.util.List;
import java.util.function.Supplier;

/** A well-behaved client: adds a job, leases it, completes it, and records the latency of these replies. */
final class AbuseWorker implements AutoCloseable {
    private static final String PAYLOAD = "\"" + "x".repeat(100) + "\"";

    private final String door;
    private final String queue;
    private final DoorClient client;
    private Latencies latencies = new Latencies();

    private AbuseWorker(String door, DoorClient client) {
        this.door = door;
        this.queue = queueOf(door);
        this.client = client;
    }

    private static String queueOf(String door) {
        return "healthy-" + door;
    }

    /** One worker per door. */
    static List<AbuseWorker> forAll(Ports ports) {
        OcypodClient ocypod = new OcypodClient(ports.http());
        ocypod.declare(queueOf("ocypod"), "{}");
        return List.of(
                new AbuseWorker("workq", new WorkqClient(ports.workq())),
                new AbuseWorker("goqueue", new GoqueueClient(ports.goqueue())),
                new AbuseWorker("qless", new QlessClient(ports.qless())),
                new AbuseWorker("ocypod", ocypod),
                new AbuseWorker("jobber", new JobberClient(ports.http())));
    }

    String door() {
        return door;
    }

    Latencies work(int cycles) {
        latencies = new Latencies();
        for (int i = 0; i < cycles; i++) {
            cycle();
        }
        return latencies;
    }

    private void cycle() {
        String id = timed(() -> client.add(queue, PAYLOAD));
        DoorClient.Taken job = timed(() -> client.acquire(queue));
        assertThat(job).isNotNull();
        assertThat(job.id()).isEqualTo(id);
        assertThat(job.payload()).isEqualTo(PAYLOAD);
        assertThat(timed(() -> client.complete(job))).isTrue();
        client.delete(job);
    }

    private <T> T timed(Supplier<T> request) {
        long start = System.nanoTime();
        T reply = request.get();
        latencies.add(System.nanoTime() - start);
        return reply;
    }

    @Override
    public void close() {
        client.close();
    }
}
