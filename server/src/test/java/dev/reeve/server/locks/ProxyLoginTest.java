package dev.reeve.server.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.access.Role;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** People whom a proxy has logged in. The proxy is at 127.0.0.2, others are at 127.0.0.1. */
@Timeout(120)
class ProxyLoginTest {
    private static final String ME = "GET /v1/me HTTP/1.1";
    private static final String HOST = "Host: localhost";

    @TempDir
    private static Path folder;

    private static LockedServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new LockedServer(
                folder,
                "auth.proxy-user-header=X-Forwarded-User",
                "auth.proxy-networks=[\"127.0.0.2\"]",
                "auth.proxy-default-role=viewer");
        server.port("workq");
        Files.writeString(
                server.authFile,
                "\n[user.eve]\npassword = \"proxy\"\nrole = \"operator\"\nqueues = [\"own*\"]\n",
                StandardOpenOption.APPEND);
        // The file is read before or after this line was added.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> proxied(ME, HOST, "X-Forwarded-User: eve").contains("\"role\":\"operator\""));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RawHttp direct() {
        return new RawHttp(new TestClient(server.port("http")));
    }

    /** The answer to one request that the proxy sends. */
    private static String proxied(String... lines) {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), server.port("http"), InetAddress.getByName("127.0.0.2"), 0)) {
            String request = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> audit() {
        try {
            return Files.readAllLines(server.auditFile);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_user_with_an_entry_has_its_role_and_queues() {
        assertThat(proxied(ME, HOST, "X-Forwarded-User: eve"))
                .startsWith("HTTP/1.1 200")
                .contains("\"name\":\"eve\",\"kind\":\"user\",\"role\":\"operator\"")
                .contains("\"own*\"");
    }

    @Test
    void somebody_without_an_entry_has_the_default_role() {
        assertThat(proxied(ME, HOST, "X-Forwarded-User: carl@example.com"))
                .startsWith("HTTP/1.1 200")
                .contains("\"name\":\"carl@example.com\",\"kind\":\"user\",\"role\":\"viewer\"");
    }

    @Test
    void the_header_of_other_senders_means_nothing() {
        try (RawHttp http = direct()) {
            assertThat(http.request(ME, HOST, "X-Forwarded-User: eve").read().status())
                    .isEqualTo(401);
        }
    }

    @Test
    void a_proxy_that_names_nobody_is_nobody() {
        assertThat(proxied(ME, HOST)).startsWith("HTTP/1.1 401");
        assertThat(proxied(ME, HOST, "X-Forwarded-User: ")).startsWith("HTTP/1.1 401");
    }

    @Test
    void two_names_are_refused() {
        assertThat(proxied(ME, HOST, "X-Forwarded-User: carl", "X-Forwarded-User: eve"))
                .startsWith("HTTP/1.1 403")
                .contains("The user whom the proxy names is not known");
        assertThat(audit()).anyMatch(line -> line.contains("\"event\":\"login-failed\""));
    }

    @Test
    void a_token_counts_more_than_the_name() {
        assertThat(proxied(ME, HOST, "X-Forwarded-User: eve", "Authorization: Bearer " + server.token(Role.PRODUCER)))
                .startsWith("HTTP/1.1 200")
                .contains("\"role\":\"producer\"");
        assertThat(proxied(ME, HOST, "X-Forwarded-User: eve", "Authorization: Bearer wrong"))
                .startsWith("HTTP/1.1 401");
    }

    /** The browser sends the cookie of the proxy by itself, whatever page has caused the request. */
    @Test
    void a_change_needs_the_header_of_own_pages() {
        server.admin("PUT", "/v1/queues/own-1", "{}");
        String[] pause = {"POST /v1/queues/own-1/pause HTTP/1.1", HOST, "X-Forwarded-User: eve", "Content-Length: 0"};
        assertThat(proxied(pause)).startsWith("HTTP/1.1 403").contains("/problems/cross-site");
        assertThat(proxied(pause[0], pause[1], pause[2], pause[3], "Reeve: 1")).startsWith("HTTP/1.1 204");
        assertThat(audit())
                .anyMatch(line -> line.contains("\"identity\":\"user eve\"") && line.contains("\"action\":\"pause\""));
    }

    @Test
    void rights_are_those_of_the_named_user() {
        String[] others = {
            "POST /v1/queues/foreign/pause HTTP/1.1", HOST, "X-Forwarded-User: eve", "Content-Length: 0", "Reeve: 1"
        };
        assertThat(proxied(others)).startsWith("HTTP/1.1 403").contains("/problems/not-allowed");
    }

    @Test
    void a_login_is_noted_once() {
        proxied(ME, HOST, "X-Forwarded-User: dora");
        proxied(ME, HOST, "X-Forwarded-User: dora");
        assertThat(audit())
                .filteredOn(line -> line.contains("\"event\":\"login\"") && line.contains("\"user dora\""))
                .hasSize(1);
    }

    @Test
    void a_user_of_the_proxy_has_no_password() {
        String basic = Base64.getEncoder().encodeToString("eve:proxy".getBytes(StandardCharsets.UTF_8));
        try (RawHttp http = direct()) {
            assertThat(http.request(ME, HOST, "Authorization: Basic " + basic)
                            .read()
                            .status())
                    .isEqualTo(401);
        }
    }
}
