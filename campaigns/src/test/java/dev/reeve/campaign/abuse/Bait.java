package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.QlessRequests;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Jobs with large replies, and the requests that read them, one per door in the order of the ports. */
final class Bait {
    private static final int LARGE_BYTES = (1 << 20) - 1000;
    private static final int GOQUEUE_BYTES = 1 << 18;
    private static final int GOQUEUE_JOBS = 32;
    private static final int GOQUEUE_LEASE_SECONDS = 2;
    private static final String ID = "6ba7b810-9dad-11d1-80b4-00c04fd430c4";
    private static final String QUEUE = "bait";

    private final List<byte[]> requests;

    private Bait(String ocypodJob) {
        requests = List.of(
                latin(WorkqRequests.result(ID, 0)),
                GoqueueRequests.reserve(QUEUE, 0),
                latin(QlessRequests.call("get", "1", QUEUE)),
                HttpDoorRequest.of("GET", "/job/" + ocypodJob).encode());
    }

    static Bait lay(Ports ports) {
        String large = "x".repeat(LARGE_BYTES);
        try (WorkqClient workq = new WorkqClient(ports.workq());
                GoqueueClient goqueue = new GoqueueClient(ports.goqueue());
                QlessClient qless = new QlessClient(ports.qless());
                OcypodClient ocypod = new OcypodClient(ports.http())) {
            assertThat(workq.ask(WorkqRequests.add(ID, "large", 60_000, 6_000_000, "")))
                    .isEqualTo("+OK");
            assertThat(workq.ask(WorkqRequests.complete(ID, large))).isEqualTo("+OK");
            for (int i = 0; i < GOQUEUE_JOBS; i++) {
                goqueue.add(QUEUE, 1, GOQUEUE_LEASE_SECONDS, new byte[GOQUEUE_BYTES]);
            }
            assertThat(qless.call("put", "w", "bait-qless", QUEUE, "k", '"' + large + '"', "0"))
                    .isEqualTo(QUEUE);
            ocypod.declare("bait-ocypod", "{}");
            String job = ocypod.add("bait-ocypod", '"' + large + '"');
            assertThat(ocypod.acquire("bait-ocypod")).isNotNull();
            return new Bait(job);
        }
    }

    /** The request with the largest reply, by door index. */
    byte[] request(int door) {
        return requests.get(door);
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
