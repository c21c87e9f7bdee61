package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.Wire;
import java.io.IOException;
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
                latin("result " + ID + " 0\r\n"),
                GoqueueClient.reserveFrame(QUEUE, 0),
                latin(Wire.redisRequest("EVAL", "-- QlessAPI", "0", "get", "1", QUEUE)),
                latin("GET /job/" + ocypodJob + " HTTP/1.1\r\nHost: x\r\n\r\n"));
    }

    static Bait lay(Ports ports) throws IOException {
        String large = "x".repeat(LARGE_BYTES);
        try (Wire workq = new Wire(ports.workq());
                Wire goqueue = new Wire(ports.goqueue());
                Wire qless = new Wire(ports.qless());
                Wire http = new Wire(ports.http())) {
            workq.send("add " + ID + " large 60000 6000000 0\r\n\r\n");
            assertThat(workq.line()).isEqualTo("+OK");
            workq.send("complete " + ID + " " + large.length() + "\r\n" + large + "\r\n");
            assertThat(workq.line()).isEqualTo("+OK");
            for (int i = 0; i < GOQUEUE_JOBS; i++) {
                goqueue.send(GoqueueClient.addFrame(QUEUE, 1, GOQUEUE_LEASE_SECONDS, new byte[GOQUEUE_BYTES]));
                assertThat(goqueue.read(6 + Long.BYTES)).startsWith("ADDED");
            }
            assertThat(qless.qless("put", "w", "bait-qless", QUEUE, "k", '"' + large + '"', "0"))
                    .isEqualTo(QUEUE);
            assertThat(http.http("PUT /queue/bait-ocypod", "{}")).startsWith("201");
            assertThat(http.http("POST /queue/bait-ocypod/job", "{\"input\":\"" + large + "\"}"))
                    .startsWith("201");
            String taken = http.http("GET /queue/bait-ocypod/job", "");
            assertThat(taken).startsWith("200 {\"id\":");
            return new Bait(taken.substring(10, taken.indexOf(',')));
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
