package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.LocalCluster;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each node of a cluster is restarted in turn, under load. A client that tries again elsewhere is never told of an error. */
class RollingRestartTest {
    private static final int NODES = 3;
    private static final int JOBS_BETWEEN = 20;
    private static final int AT_A_TIME = 200;
    private static final long MOST_SECONDS = 60;
    /** So that most of the processor's time goes to the nodes that start; more load is for the campaign of leaders. */
    private static final long PAUSE_NANOS = 5_000_000;

    private final AtomicIntegerArray ports = new AtomicIntegerArray(NODES);
    private final Set<String> acknowledged = new ConcurrentSkipListSet<>();
    private final Set<String> errors = new ConcurrentSkipListSet<>();
    private final AtomicLong rounds = new AtomicLong();
    private volatile boolean isOver;

    /** Adds jobs at one node as long as it answers, and then at the next. */
    private void load(int first) {
        int node = first;
        String id = UUID.randomUUID().toString();
        while (!isOver) {
            try (WorkqClient client = new WorkqClient(ports.get(node))) {
                while (!isOver) {
                    String reply = client.ask(WorkqRequests.add(id, "q", 60_000, 3_600_000, "x"));
                    // The reply to the first try may be lost with its connection.
                    if (!reply.equals("+OK") && !reply.equals("-CLIENT-ERROR Duplicate job")) {
                        errors.add(reply);
                    }
                    acknowledged.add(id);
                    rounds.incrementAndGet();
                    id = UUID.randomUUID().toString();
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            } catch (UncheckedIOException lost) {
                if (lost.getCause() instanceof SocketTimeoutException) {
                    errors.add("no answer");
                }
                node = (node + 1) % NODES;
            }
        }
    }

    private void awaitLoad() throws InterruptedException {
        long until = rounds.get() + JOBS_BETWEEN;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (rounds.get() < until) {
            assertThat(System.nanoTime()).as("nothing moves").isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void a_retrying_client_sees_no_error(@TempDir Path folder) throws Exception {
        try (LogLines said = LogLines.all("dev.reeve.cluster.member");
                LocalCluster cluster = LocalCluster.start(folder, NODES, "http.port=0", "cluster.patience=30s")) {
            int[] all = cluster.awaitReady("workq");
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                ports.set(i, all[i]);
            }
            for (int i = 0; i < NODES; i++) {
                int node = i;
                clients.add(new Thread(() -> load(node), "load"));
            }
            clients.forEach(Thread::start);
            int first = cluster.leader(0);
            assertThat(first).isNotNegative();
            for (int i = 0; i < NODES; i++) {
                awaitLoad();
                restart(cluster, (first + i) % NODES);
            }
            awaitLoad();
            isOver = true;
            for (Thread client : clients) {
                client.join();
            }
            assertThat(errors).as(said.told().toString()).isEmpty();
            assertThat(said.told()).anyMatch(line -> line.startsWith("handed over to "));
            deleteAll(ports.get(0));
        }
    }

    private void restart(LocalCluster cluster, int node) {
        assertThat(cluster.node(node).stop()).isTrue();
        ports.set(node, cluster.restart(node).awaitReady("workq"));
    }

    /** Deletes the jobs that were acknowledged, which only a job that is there can be. */
    private void deleteAll(int port) {
        List<String> ids = List.copyOf(acknowledged);
        try (WorkqClient client = new WorkqClient(port)) {
            for (int from = 0; from < ids.size(); from += AT_A_TIME) {
                List<String> some = ids.subList(from, Math.min(ids.size(), from + AT_A_TIME));
                client.send(some.stream().map(WorkqRequests::delete).collect(Collectors.joining()));
                for (String id : some) {
                    assertThat(client.readLine()).as(id).isEqualTo("+OK");
                }
            }
        }
    }
}
