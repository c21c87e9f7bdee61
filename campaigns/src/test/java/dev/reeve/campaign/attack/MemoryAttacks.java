package dev.reeve.campaign.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.DoorClient.Taken;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Clients that make the server keep as much as they can.
 *
 * @param siege the server
 * @param large how often each large request is sent
 * @param names how many names of each kind are used
 */
record MemoryAttacks(Siege siege, int large, int names) {
    private static final String FULL = "-SERVER-ERROR Out of memory: the room for jobs is used up";
    private static final String MEBIBYTE = "x".repeat(1 << 20);
    private static final String MEBIBYTE_OF_JSON = "\"" + "x".repeat((1 << 20) - 100) + "\"";

    /** Each of these characters becomes six in a reply. */
    private static final String ESCAPED_JSON = "\"" + "\u007f".repeat((1 << 20) - 100) + "\"";

    private static final int READERS = 6;

    /** Adds jobs until one is refused. */
    private static void fill(WorkqClient client) {
        String payload = "x".repeat(100_000);
        String answer = "+OK";
        for (int i = 0; answer.equals("+OK"); i++) {
            answer = client.ask(WorkqRequests.add(new UUID(0x4000, i), "full", 6_000_000, 60_000_000, payload));
        }
        assertThat(answer).isEqualTo(FULL);
    }

    void lookFromTheFarFutureAtRecurringJob() throws Exception {
        siege.withstand(
                "recur",
                server -> {
                    try (QlessClient qless = new QlessClient(server.qless())) {
                        String made = qless.callAt(
                                "1700000000", "recur", "q", "r", "k", MEBIBYTE_OF_JSON, "interval", "1", "0");
                        assertThat(made).isEqualTo("r");
                        for (int i = 0; i < large; i++) {
                            qless.callAt("1800000000", "peek", "q", "10000");
                            qless.callAt("1800000000", "pop", "q", "w", "10");
                        }
                    }
                },
                server -> {
                    try (QlessClient qless = new QlessClient(server.qless())) {
                        assertThat(qless.call("recur.get", "r")).contains("\"count\":");
                        assertThat(qless.callAt("1700000000", "get", "r-1")).contains("\"jid\":\"r-1\"");
                    }
                });
    }

    void largeResultsWhenMemoryIsFull() throws Exception {
        List<String> accepted = new ArrayList<>();
        siege.withstand(
                "results",
                server -> {
                    try (WorkqClient workq = new WorkqClient(server.workq());
                            QlessClient qless = new QlessClient(server.qless())) {
                        for (int i = 0; i < 8; i++) {
                            qless.call("put", "w", "escaped", "escaped" + i, "k", ESCAPED_JSON, "0");
                        }
                        fill(workq);
                        assertThat(completeAll(workq, accepted)).isPositive();
                        readAllAtOnce(server);
                    }
                },
                server -> {
                    try (WorkqClient workq = new WorkqClient(server.workq())) {
                        for (String id : accepted) {
                            String answer = workq.ask(WorkqRequests.result(id, 1));
                            assertThat(answer).as(id).isEqualTo("+OK 1");
                            workq.readResult();
                        }
                    }
                });
    }

    /** Several clients read jobs that are many times larger in the reply than in memory. */
    private void readAllAtOnce(AttackedServer server) throws Exception {
        List<CompletableFuture<Void>> readers = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        for (int reader = 0; reader < READERS; reader++) {
            readers.add(CompletableFuture.runAsync(() -> read(server), threads));
        }
        threads.shutdown();
        for (CompletableFuture<Void> reader : readers) {
            reader.get(10, TimeUnit.MINUTES);
        }
    }

    private void read(AttackedServer server) {
        try (QlessClient qless = new QlessClient(server.qless())) {
            for (int i = 0; i < large / 20; i++) {
                assertThat(qless.call("peek", "escaped", "1000")).startsWith("[{");
            }
        }
    }

    /** Completes jobs with large results, or without one if that is refused; returns how many were refused. */
    private int completeAll(WorkqClient workq, List<String> accepted) {
        int refused = 0;
        for (int i = 0; i < large; i++) {
            Taken job = workq.acquire("full");
            if (job == null) {
                break;
            }
            String answer = workq.ask(WorkqRequests.complete(job.id(), MEBIBYTE));
            if (!answer.equals("+OK")) {
                assertThat(answer).isEqualTo(FULL);
                refused++;
                answer = workq.ask(WorkqRequests.complete(job.id(), ""));
            }
            assertThat(answer).isEqualTo("+OK");
            accepted.add(job.id());
        }
        return refused;
    }

    void thousandsOfAllThingsThatAreKept() throws Exception {
        siege.withstand(
                "all things",
                server -> {
                    try (WorkqClient workq = new WorkqClient(server.workq());
                            QlessClient qless = new QlessClient(server.qless())) {
                        qless.call("put", "w", "q", "leased", "k", "{}", "0");
                        qless.call("put", "w", "q", "kept", "k", "{}", "0");
                        assertThat(qless.call("pop", "q", "w", "1")).contains("jid");
                        fill(workq);
                        sendLargeReports(qless);
                        sendNames(qless);
                    }
                },
                server -> {
                    try (QlessClient qless = new QlessClient(server.qless())) {
                        assertThat(qless.call("get", "kept")).contains("\"jid\":\"kept\"");
                        assertThat(qless.call("get", "leased")).contains("\"jid\":\"leased\"");
                    }
                });
    }

    private void sendLargeReports(QlessClient qless) {
        for (int i = 0; i < large; i++) {
            qless.call("heartbeat", "leased", "w", MEBIBYTE_OF_JSON);
            qless.call("log", "kept", "message", "{\"text\":" + MEBIBYTE_OF_JSON + "}");
            qless.call("retry", "leased", "queue " + i, "w", "0", "group " + i, MEBIBYTE);
            qless.call("fail", "leased", "w", "group " + i, MEBIBYTE, "{}");
        }
    }

    private void sendNames(QlessClient qless) {
        for (int i = 0; i < names; i++) {
            String name = i + "-" + "y".repeat(100);
            qless.call("tag", "add", "kept", name);
            qless.call("track", "track", "kept");
            qless.call("pause", name);
            qless.call("config.set", name, name);
            qless.call("pop", "q", name, "1");
            qless.call("put", "w", "q", name, "k", "{}", "0", "depends", "[\"kept\"]");
        }
    }
}
