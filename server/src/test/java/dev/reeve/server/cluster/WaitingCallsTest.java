package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ApiClient;
import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.EventReader;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqClient;
import dev.reeve.testkit.WorkqRequests;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls wait at a node of a cluster, and listeners listen there, when the leader is lost. They go on waiting, and are answered by what comes to
 * another node; one whose time is over meanwhile ends as it does on one machine.
 */
class WaitingCallsTest {
    private static final String[] SETTINGS = {
        "http.port=0", "qless.port=0", "goqueue.port=0", "cluster.patience=60s",
    };

    /** Long enough for an election on a busy machine. */
    private static final int WAIT_SECONDS = 50;

    private static final int SHORT_MILLIS = 500;

    @Test
    void go_on_waiting_when_the_leader_is_lost(@TempDir Path folder) throws Exception {
        try (ClusterProcesses cluster = ClusterProcesses.start(folder, 3, SETTINGS)) {
            cluster.awaitReady("workq");
            int lost = cluster.leader();
            Ports here = Ports.of(cluster, (lost + 1) % 3);
            Ports there = Ports.of(cluster, (lost + 2) % 3);
            try (Waiting waiting = new Waiting(here);
                    Others others = new Others(there)) {
                DoorClient.Taken worked = others.take("worked");
                waiting.begin(worked.id());
                cluster.node(lost).kill();
                String id = others.workq.add("mail", "1");
                waiting.gets(id, others);
                others.workq.complete(worked);
                waiting.getsEnd(worked.id());
            }
        }
    }

    /** The doors of a node. */
    private record Ports(int workq, int goqueue, int qless, int http) {
        static Ports of(ClusterProcesses cluster, int node) throws InterruptedException {
            return new Ports(
                    cluster.node(node).awaitReady("workq"),
                    cluster.node(node).awaitReady("goqueue"),
                    cluster.node(node).awaitReady("qless"),
                    cluster.node(node).awaitReady("http"));
        }
    }

    /** Clients of another node, which have something to say. */
    private static final class Others implements AutoCloseable {
        private final WorkqClient workq;
        private final GoqueueClient goqueue;
        private final ApiClient api;
        private final TestClient qless;

        Others(Ports ports) {
            workq = new WorkqClient(ports.workq);
            goqueue = new GoqueueClient(ports.goqueue);
            api = new ApiClient(ports.http);
            qless = new TestClient(ports.qless);
        }

        DoorClient.Taken take(String queue) {
            workq.add(queue, "1");
            return Objects.requireNonNull(workq.acquire(queue));
        }

        @Override
        public void close() {
            workq.close();
            goqueue.close();
            api.close();
            qless.close();
        }
    }

    /** Clients that wait. */
    private static final class Waiting implements AutoCloseable {
        private final WorkqClient lease;
        private final WorkqClient timeOut;
        private final WorkqClient result;
        private final GoqueueClient reserve;
        private final RawHttp acquire;
        private final RawHttp end;
        private final EventReader events;
        private final TestClient subscribed;

        Waiting(Ports ports) {
            lease = new WorkqClient(ports.workq);
            timeOut = new WorkqClient(ports.workq);
            result = new WorkqClient(ports.workq);
            reserve = new GoqueueClient(ports.goqueue);
            acquire = new RawHttp(ports.http);
            end = new RawHttp(ports.http);
            events = new EventReader(ports.http, "/v1/events?queue=mail").awaitStart();
            subscribed = new TestClient(ports.qless);
            new RespClient(subscribed).send("SUBSCRIBE", "news").expect("*[\"subscribe\", \"news\", :1]");
        }

        void begin(String worked) {
            lease.send(WorkqRequests.lease(1000 * WAIT_SECONDS, "mail"));
            timeOut.send(WorkqRequests.lease(SHORT_MILLIS, "nothing"));
            result.send("result " + worked + " " + 1000 * WAIT_SECONDS + "\r\n");
            reserve.raw().sendRaw(GoqueueRequests.reserve("go", WAIT_SECONDS));
            acquire.requestWithBody("POST /v1/acquire", "{\"queues\":[\"web\"],\"wait\":\"" + WAIT_SECONDS + "s\"}");
            end.request("GET /v1/jobs/" + worked + "?wait=" + WAIT_SECONDS + "s HTTP/1.1", "Host: localhost");
        }

        void gets(String id, Others others) {
            assertThat(lease.readLine()).isEqualTo("+OK 1");
            assertThat(lease.readLine()).contains(id);
            assertThat(timeOut.readLine()).isEqualTo("-TIMEOUT");
            EventReader.Message told = Objects.requireNonNull(events.next());
            assertThat(told.event()).isEqualTo("job.added");
            assertThat(told.value("id")).isEqualTo(id);

            long number = others.goqueue.add("go", 0, 60, new byte[] {1});
            assertThat(reserve.expectReserved().id()).isEqualTo(number);
            String web = others.api.add("web", "1");
            assertThat(acquire.read().body()).contains(web);
            new RespClient(others.qless).call("PUBLISH", "news", "hello");
            new RespClient(subscribed).expect("*[\"message\", \"news\", \"hello\"]");
        }

        void getsEnd(String worked) {
            assertThat(result.readLine()).isEqualTo("+OK 1");
            assertThat(result.readResult().id()).isEqualTo(worked);
            assertThat(end.read().body()).contains(worked, "\"completed\"");
        }

        @Override
        public void close() {
            lease.close();
            timeOut.close();
            result.close();
            reserve.close();
            acquire.close();
            end.close();
            events.close();
            subscribed.close();
        }
    }
}
