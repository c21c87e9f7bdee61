package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.cli.ReeveCommand;
import dev.reeve.server.testing.ProvokedAnswer;
import dev.reeve.testkit.ClusterProcesses;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqClient;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The nodes of a cluster of real processes are listed, lead in turn, come and go. */
class ChangingClusterTest {
    private static final long MOST_SECONDS = 60;
    private static final String FOUR = "4 nodes survive the loss of 1, as 3 would: let one more join, or one leave";

    private final StringWriter said = new StringWriter();

    private int run(int port, String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "cluster";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        all[all.length - 2] = "--url";
        all[all.length - 1] = "http://127.0.0.1:" + port;
        said.getBuffer().setLength(0);
        return ReeveCommand.execute(new PrintWriter(said, true), new PrintWriter(said, true), all);
    }

    private static String nodes(int port) {
        try (RawHttp http = new RawHttp(port)) {
            return http.call(HttpDoorRequest.of("GET", "/v1/nodes"), 200).body();
        }
    }

    private static void check(int port, String path, String body, String type, int status) {
        try (RawHttp http = new RawHttp(port)) {
            assertThat(http.call(HttpDoorRequest.of("POST", path, body), status).body())
                    .startsWith("{\"type\":\"/problems/" + type + "\"");
        }
    }

    private static void until(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static String leader(String name) {
        return "\\{\"name\":\"" + name + "\",\"address\":\"[^\"]+\",\"role\":\"leader\"";
    }

    private static boolean leads(int port, String name) {
        return nodes(port).matches(".*" + leader(name) + ".*");
    }

    @Test
    void any_node_tells_of_all_and_changes_them(@TempDir Path folder) throws Exception {
        try (ClusterProcesses cluster =
                ClusterProcesses.start(folder, 3, "http.port=0", "qless.port=0", "cluster.patience=20s")) {
            int[] http = cluster.awaitReady("http");
            int old = cluster.leader();
            int next = (old + 1) % 3;
            int third = (old + 2) % 3;
            until("all have heard of each other", () -> !nodes(http[third]).contains("\"ready\":false"));
            assertThat(run(http[third], "transfer", "n" + (next + 1)))
                    .as(said.toString())
                    .isZero();
            until("the other leads", () -> leads(http[old], "n" + (next + 1)) && leads(http[third], "n" + (next + 1)));
            check(http[old], "/v1/nodes/n9/transfer", "{}", "node-not-found", 404);
            String leading = "/v1/nodes/n" + (next + 1);
            ProvokedAnswer.provoke("POST /v1/nodes/{node}/transfer 200", http[old], leading + "/transfer", "");
            ProvokedAnswer.provoke("POST /v1/nodes/{node}/transfer 404", http[old], "/v1/nodes/n9/transfer", "");
            ProvokedAnswer.provoke("POST /v1/nodes/{node}/leave 404", http[old], "/v1/nodes/n9/leave", "");
            ProvokedAnswer.provoke(
                    "POST /v1/nodes/{node}/join 404", http[old], "/v1/nodes/n.9/join", "{\"address\":\"127.0.0.1:1\"}");
            ProvokedAnswer.provoke(
                    "POST /v1/nodes/{node}/join 422", http[old], "/v1/nodes/n9/join", "{\"address\":\"nowhere\"}");
            check(http[old], "/v1/nodes/n9/join", "{\"address\":\"127.0.0.1:1\"}", "change-refused", 409);

            whatIsPublishedAtOneReachesAll(
                    cluster.node(old).awaitReady("qless"), cluster.node(third).awaitReady("qless"));
            comesAndGoes(cluster, http, old);
        }
    }

    private static void whatIsPublishedAtOneReachesAll(int here, int there) {
        try (TestClient listening = new TestClient(here);
                TestClient publishing = new TestClient(there)) {
            RespClient subscriber = new RespClient(listening);
            subscriber.send("SUBSCRIBE", "news").expect("*[\"subscribe\", \"news\", :1]");
            assertThat(new RespClient(publishing).call("PUBLISH", "news", "hello"))
                    .as("the subscribers of its own node")
                    .isEqualTo(":0");
            subscriber.expect("*[\"message\", \"news\", \"hello\"]");
        }
    }

    /** A fourth node takes the place of one that is lost. */
    private void comesAndGoes(ClusterProcesses cluster, int[] http, int lost) throws Exception {
        int other = (lost + 1) % 3;
        String id;
        try (WorkqClient client = new WorkqClient(cluster.node(other).awaitReady("workq"))) {
            id = client.add("q", "x");
        }
        int newcomer = cluster.startNewcomer();
        cluster.node(newcomer).awaitLine("cluster listens on ");
        // The command ends well if the answer is POST /v1/nodes/{node}/join 200.
        assertThat(run(http[other], "join", "n4", cluster.address(newcomer)))
                .as(said.toString())
                .isZero();
        assertThat(said.toString()).contains(FOUR);
        int port = cluster.node(newcomer).awaitReady("workq");
        until("all know it", () -> nodes(http[other]).contains("\"advice\":\"" + FOUR + "\""));
        until("the leader says so", () -> cluster.lines().contains(FOUR));
        assertThat(run(http[other], "status")).isZero();
        assertThat(said.toString()).contains("reeve: " + FOUR);
        check(http[other], "/v1/nodes/n4/join", "{\"address\":\"127.0.0.1:1\"}", "change-refused", 409);

        cluster.node(lost).kill();
        // Likewise, POST /v1/nodes/{node}/leave 200.
        assertThat(run(http[other], "leave", "n" + (lost + 1)))
                .as(said.toString())
                .isZero();
        assertThat(said.toString()).doesNotContain("survive");
        until("it is gone", () -> !nodes(http[other]).contains("\"n" + (lost + 1) + "\""));
        try (WorkqClient client = new WorkqClient(port)) {
            assertThat(Objects.requireNonNull(client.acquire("q")).id()).isEqualTo(id);
        }
        until("it was heard of", () -> nodes(http[other]).contains("{\"name\":\"n4\""));
        assertThat(run(http[other], "status")).isZero();
        assertThat(said.toString())
                .contains("n4", cluster.address(newcomer), "leader", "follower")
                .doesNotContain("survive");

        cluster.node(newcomer).kill();
        int third = (lost + 2) % 3;
        cluster.node(third).kill();
        int again = cluster.restart(third).awaitReady("http");
        assertThat(nodes(again)).as("its name is known though it is away").contains("{\"name\":\"n4\"");
        cluster.restart(newcomer);
        cluster.node(newcomer).awaitReady("workq");
    }
}
