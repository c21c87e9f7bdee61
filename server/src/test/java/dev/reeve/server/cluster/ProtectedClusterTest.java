package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.cluster.wire.Wire;
import dev.reeve.server.Machine;
import dev.reeve.server.testing.LocalCluster;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.CertificateAuthority;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.TlsFolder;
import dev.reeve.testkit.WorkqClient;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of a cluster know each other, and a stranger gets nowhere. */
class ProtectedClusterTest {
    private static final long MOST_SECONDS = 30;
    /** Each of two is needed for a majority, so both have to let the other in. */
    private static final int NODES = 2;

    @TempDir
    private Path folder;

    private String file(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        TlsFolder.write(file, text);
        return file.toString();
    }

    @Test
    void by_certificates_of_one_authority() throws Exception {
        CertificateAuthority authority = new CertificateAuthority("CN=Nodes");
        CertificateAuthority.Certified node = authority.issue("CN=node");
        String[] settings = {
            "http.port=0",
            "cluster.tls-cert=" + file("node.crt", node.certificatePem()),
            "cluster.tls-key=" + file("node.key", node.keyPem()),
            "cluster.tls-ca=" + file("ca.crt", authority.pem())
        };
        CertificateAuthority foreign = new CertificateAuthority("CN=Others");
        CertificateAuthority.Certified stranger = foreign.issue("CN=node");
        String[] strange = {
            "cluster.tls-cert=" + file("other.crt", stranger.certificatePem()),
            "cluster.tls-key=" + file("other.key", stranger.keyPem()),
            "cluster.tls-ca=" + file("other-ca.crt", foreign.pem())
        };
        check(settings, strange);
    }

    @Test
    void by_a_secret() throws Exception {
        String[] settings = {"http.port=0", "cluster.secret-file=" + file("secret", "s".repeat(40) + "\n")};
        check(settings, "cluster.secret-file=" + file("other", "t".repeat(40) + "\n"));
    }

    private void check(String[] settings, String... strange) throws Exception {
        try (LogLines refused = new LogLines(Wire.class);
                LocalCluster cluster = LocalCluster.start(folder, NODES, settings)) {
            int[] ports = cluster.awaitReady("workq");
            int port = Integer.parseInt(cluster.address(0).replaceFirst(".*:", ""));
            int http = cluster.node(0).awaitReady("http");
            double before = Scrape.of(http).value("reeve_cluster_strangers_total");
            try (TestClient client = new TestClient(port)) {
                client.sendRaw("RVL1" + "x".repeat(200));
                awaitCount(http, before + 1);
            }

            // A node of another cluster asks the nodes of this one, and is not answered.
            List<String> all = new ArrayList<>(List.of(strange));
            all.add("cluster.name=x");
            all.add("cluster.peers=[\"x=127.0.0.1:1\", \"n1=" + cluster.address(0) + "\"]");
            all.add("cluster.listen=127.0.0.1:" + freePort());
            try (LocalServer other = LocalServer.begin(Machine.REAL, folder.resolve("x"), all.toArray(String[]::new))) {
                awaitCount(http, before + 2);
                assertThat(other.isReady()).isFalse();
            }
            assertThat(refused.told()).isNotEmpty().allMatch(line -> line.contains("which is no node of this cluster"));

            try (WorkqClient first = new WorkqClient(ports[0]);
                    WorkqClient second = new WorkqClient(ports[1])) {
                String id = first.add("q", "x");
                assertThat(Objects.requireNonNull(second.acquire("q")).id()).isEqualTo(id);
            }
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void awaitCount(int http, double count) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (Scrape.of(http).value("reeve_cluster_strangers_total") < count) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }
}
