package dev.reeve.campaign.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** A well-behaved client: adds a job, leases it, completes it, and records the latency of every reply. */
abstract class AbuseWorker implements AutoCloseable {
    private static final String PAYLOAD = "x".repeat(100);

    /** A request and its reply. */
    interface Question {
        String ask() throws IOException;
    }

    private final String door;
    private final Wire wire;
    private Latencies latencies = new Latencies();

    private AbuseWorker(String door, int port) throws IOException {
        this.door = door;
        this.wire = new Wire(port);
    }

    /** One worker per door. */
    static List<AbuseWorker> forAll(Ports ports) throws IOException {
        return List.of(
                new OfWorkq(ports.workq()),
                new OfGoqueue(ports.goqueue()),
                new OfQless(ports.qless()),
                new OfOcypod(ports.http()),
                new OfJobber(ports.http()));
    }

    String door() {
        return door;
    }

    /** Adds, leases and completes one job. */
    abstract void cycle() throws IOException;

    Latencies work(int cycles) throws IOException {
        latencies = new Latencies();
        for (int i = 0; i < cycles; i++) {
            cycle();
        }
        return latencies;
    }

    final Wire wire() {
        return wire;
    }

    final String timed(Question question) throws IOException {
        long start = System.nanoTime();
        String answer = question.ask();
        latencies.add(System.nanoTime() - start);
        return answer;
    }

    @Override
    public void close() throws IOException {
        wire.close();
    }

    private static final class OfWorkq extends AbuseWorker {
        OfWorkq(int port) throws IOException {
            super("workq", port);
        }

        @Override
        void cycle() throws IOException {
            String id = UUID.randomUUID().toString();
            ask("add " + id + " healthy 60000 600000 100\r\n" + PAYLOAD, "+OK");
            ask("lease healthy 10000", "+OK 1");
            assertThat(wire().line()).isEqualTo(id + " healthy 100");
            assertThat(wire().line()).isEqualTo(PAYLOAD);
            ask("complete " + id + " 0\r\n", "+OK");
            ask("delete " + id, "+OK");
        }

        private void ask(String command, String expected) throws IOException {
            assertThat(timed(() -> wire().send(command + "\r\n").line())).isEqualTo(expected);
        }
    }

    private static final class OfGoqueue extends AbuseWorker {
        private static final String QUEUE = "healthy-goqueue";

        OfGoqueue(int port) throws IOException {
            super("goqueue", port);
        }

        @Override
        void cycle() throws IOException {
            byte[] data = PAYLOAD.getBytes(StandardCharsets.US_ASCII);
            String added = ask(GoqueueClient.addFrame(QUEUE, 1, 60, data), "ADDED\0".length() + Long.BYTES);
            assertThat(added).startsWith("ADDED\0");
            String id = added.substring("ADDED\0".length());
            String head = "RESERVED\0" + id + "\1\0\0\0" + "<\0\0\0" + "reserved\0" + "d\0\0\0";
            assertThat(ask(GoqueueClient.reserveFrame(QUEUE, 10), head.length() + PAYLOAD.length()))
                    .isEqualTo(head + PAYLOAD);
            assertThat(ask(("DELETE\0" + id).getBytes(StandardCharsets.ISO_8859_1), 3))
                    .isEqualTo("OK\0");
        }

        private String ask(byte[] frame, int answerBytes) throws IOException {
            return timed(() -> wire().send(frame).read(answerBytes));
        }
    }

    private static final class OfQless extends AbuseWorker {
        OfQless(int port) throws IOException {
            super("qless", port);
        }

        @Override
        void cycle() throws IOException {
            String jid = UUID.randomUUID().toString().replace("-", "");
            assertThat(timed(() -> wire().qless("put", "w", "healthy-qless", jid, "k", "{}", "0")))
                    .isEqualTo(jid);
            assertThat(timed(() -> wire().qless("pop", "healthy-qless", "w", "1")))
                    .contains(jid);
            assertThat(timed(() -> wire().qless("complete", jid, "w", "healthy-qless", "{}")))
                    .isEqualTo("complete");
        }
    }

    private static final class OfOcypod extends AbuseWorker {
        OfOcypod(int port) throws IOException {
            super("ocypod", port);
            assertThat(wire().http("PUT /queue/healthy-ocypod", "{}")).matches("20[14].*");
        }

        @Override
        void cycle() throws IOException {
            String input = "{\"input\":\"" + PAYLOAD + "\"}";
            assertThat(timed(() -> wire().http("POST /queue/healthy-ocypod/job", input)))
                    .startsWith("201");
            String job = timed(() -> wire().http("GET /queue/healthy-ocypod/job", ""));
            assertThat(job).startsWith("200 {\"id\":").contains(PAYLOAD);
            String path = "/job/" + job.substring(10, job.indexOf(','));
            assertThat(timed(() -> wire().http("PATCH " + path, "{\"status\":\"completed\"}")))
                    .isEqualTo("204");
            assertThat(timed(() -> wire().http("DELETE " + path, ""))).isEqualTo("204");
        }
    }

    private static final class OfJobber extends AbuseWorker {
        OfJobber(int port) throws IOException {
            super("jobber", port);
        }

        @Override
        void cycle() throws IOException {
            String job = "{\"type\":\"healthy-jobber\",\"payload\":\"" + PAYLOAD + "\"}";
            assertThat(timed(() -> wire().http("POST /jobber/queue", job))).startsWith("201");
            String taken = timed(() -> wire().http("POST /jobber/queue/healthy-jobber/take", "{}"));
            assertThat(taken).startsWith("200 {\"job-id\":\"").contains(PAYLOAD);
            String path = "/jobber/job/" + field(taken, "job-id");
            String lock = "{\"lock\":\"" + field(taken, "lock") + "\"}";
            assertThat(timed(() -> wire().http("POST " + path + "/done", lock))).isEqualTo("204");
        }

        private static String field(String json, String name) {
            int from = json.indexOf("\"" + name + "\":\"") + name.length() + 4;
            return json.substring(from, json.indexOf('"', from));
        }
    }
}
