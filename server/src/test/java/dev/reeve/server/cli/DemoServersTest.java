package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.testkit.ClusterAddresses;
import dev.reeve.testkit.HttpDoorRequest;
import dev.reeve.testkit.RawHttp;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code reeve demo --cluster} has three nodes, which the dashboard of each shows. */
class DemoServersTest {
    private static final Duration MOST = Duration.ofSeconds(60);

    @Test
    void three_nodes_know_each_other(@TempDir Path folder) throws Exception {
        int port = ClusterAddresses.port();
        DemoServers servers = DemoServers.cluster(folder, port);
        try {
            servers.start();
            assertThat(servers.addresses()).hasSize(3).contains("http://127.0.0.1:" + (port + 2));
            await().atMost(MOST).untilAsserted(() -> {
                try (RawHttp http = new RawHttp(port + 2)) {
                    assertThat(http.call(HttpDoorRequest.of("GET", "/v1/nodes"), 200)
                                    .body())
                            .contains("\"n1\"", "\"n2\"", "\"n3\"", "\"role\":\"leader\"")
                            .doesNotContain("\"ready\":false");
                }
            });
        } finally {
            assertThat(servers.stop()).isTrue();
        }
    }

    @Test
    void one_that_cannot_start_is_not_waited_for(@TempDir Path folder) throws Exception {
        int port = ClusterAddresses.port();
        try (ServerSocket taken = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress())) {
            DemoServers servers = DemoServers.cluster(folder, port);
            assertThatThrownBy(servers::start)
                    .hasMessageContaining("port is in use")
                    .hasMessageContaining(":" + taken.getLocalPort());
            servers.stop();
        }
    }
}
