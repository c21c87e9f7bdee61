package dev.reeve.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.GoqueueRequests;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.TlsFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client with a certificate of the auth file need not say who it is, on any door. */
@Timeout(120)
class CertificateLoginTest {
    @TempDir
    private Path folder;

    @Test
    void a_certificate_is_a_login_if_its_subject_has_an_entry() throws Exception {
        TlsFolder tls = new TlsFolder(folder);
        Path auth = folder.resolve("auth.toml");
        TlsFolder.write(auth, "[certificate.\"CN=ann\"]\nrole = \"worker\"\nqueues = [\"own\"]\n");
        SSLContext ann = tls.authority().client(tls.authority().issue("CN=ann"));
        SSLContext bob = tls.authority().client(tls.authority().issue("CN=bob"));
        List<String> settings = new ArrayList<>(List.of(tls.settingsWithClientCa()));
        settings.addAll(List.of("http.port=0", "qless.port=0", "goqueue.port=0", "auth.file=" + auth));
        try (LocalServer server = LocalServer.start(folder.resolve("data"), settings.toArray(String[]::new))) {
            int workq = server.awaitReady("workq");
            assertThat(new TestClient(workq, ann).ask("lease own 1")).isEqualTo("-TIMEOUT");
            assertThat(new TestClient(workq, ann).ask("lease foreign 1")).isEqualTo("-CLIENT-ERROR Not allowed");
            assertThat(new TestClient(workq, bob).ask("lease own 1")).isEqualTo("-CLIENT-ERROR Not allowed");
            int goqueue = server.awaitReady("goqueue");
            new TestClient(goqueue, ann)
                    .sendRaw(GoqueueRequests.reserve("own", 1))
                    .expectRaw("TIMEOUT\0");
            new TestClient(goqueue, bob).sendRaw("RESERVE\0own\0\0\0\0\0").expectRaw("ERROR\0Not allowed\0");
            int qless = server.awaitReady("qless");
            assertThat(new RespClient(new TestClient(qless, ann)).call("PING")).isEqualTo("+PONG");
            assertThat(new RespClient(new TestClient(qless, bob)).call("PING")).startsWith("-NOAUTH");
            int http = server.awaitReady("http");
            assertThat(status(http, ann, "/queue")).isEqualTo(200);
            assertThat(status(http, ann, "/metrics")).isEqualTo(403);
            assertThat(status(http, bob, "/queue")).isEqualTo(401);
        }
    }

    private static int status(int port, SSLContext tls, String path) {
        try (RawHttp http = new RawHttp(new TestClient(port, tls))) {
            return http.request("GET " + path + " HTTP/1.1", "Host: localhost")
                    .read()
                    .status();
        }
    }
}
