package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.Main;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.OcypodRequests;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Leases, tags and queues of the HTTP doors survive kills and restarts, as declared in the config file. */
@Timeout(180)
class HttpRestartTest {
    @TempDir
    private Path folder;

    @Test
    void a_lease_and_a_queue_outlive_a_restart_and_only_changes_are_journalled() throws Exception {
        declare("timeout = '1h'\n");
        String lease;
        try (ServerProcess server = start();
                RawHttp client = new RawHttp(server.awaitReady("http"))) {
            assertThat(String.join("\n", server.lines())).contains("queue mail created");
            client.call(OcypodRequests.add("mail", "{\"input\":1,\"tags\":[\"t/1\"]}"), 201);
            lease = client.call(OcypodRequests.take("mail"), 200).headers().getOrDefault("lease", "");
            server.kill();
        }
        try (ServerProcess server = start();
                RawHttp client = new RawHttp(server.awaitReady("http"))) {
            assertThat(String.join("\n", server.lines())).doesNotContain("queue mail");
            assertThat(get(client, "/tag/t%2F1").body()).isEqualTo("[1]");
            client.call(OcypodRequests.heartbeat(1, lease), 204);
            client.call(OcypodRequests.heartbeat(1, "99"), 409);
            server.terminate();
            assertThat(server.awaitExit()).isZero();
        }
        declare("timeout = '2h'\n");
        try (ServerProcess server = start();
                RawHttp client = new RawHttp(server.awaitReady("http"))) {
            assertThat(String.join("\n", server.lines())).contains("queue mail reconfigured as declared");
            assertThat(get(client, "/queue/mail").body()).startsWith("{\"timeout\":\"2h\"");
            assertThat(get(client, "/job/1?fields=timeout").body()).isEqualTo("{\"timeout\":\"1h\"}");
        }
    }

    private void declare(String table) throws IOException {
        Files.writeString(folder.resolve("reeve.toml"), "[queue.mail]\n" + table);
    }

    private ServerProcess start() throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("serve", "--config", folder.resolve("reeve.toml").toString()));
        arguments.addAll(List.of("--data", folder.resolve("data").toString()));
        for (String setting : List.of("http.port=0", "workq.port=off", "goqueue.port=off", "qless.port=off")) {
            arguments.addAll(List.of("--set", setting));
        }
        return ServerProcess.start(Main.class, arguments);
    }

    private static RawHttp.Answer get(RawHttp client, String path) {
        return client.call(HttpDoorRequest.of("GET", path));
    }
}
