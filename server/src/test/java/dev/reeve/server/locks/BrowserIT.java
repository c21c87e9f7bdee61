package dev.reeve.server.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.QuickUser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pages of other origins in a real browser cannot add, take or read a job, whatever they make the browser send. */
@Timeout(180)
class BrowserIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private Chromium browser;
    private HostileSite site;

    @BeforeEach
    void start() throws Exception {
        site = new HostileSite();
        browser = new Chromium(folder);
    }

    @AfterEach
    void stop() throws IOException {
        browser.close();
        site.close();
    }

    private LocalServer serve(String... settings) {
        List<String> doors = List.of("http.port=0", "qless.port=0", "goqueue.port=0");
        return LocalServer.start(
                folder.resolve("data"),
                Stream.concat(doors.stream(), Stream.of(settings)).toArray(String[]::new));
    }

    @Test
    void a_server_that_trusts_everybody_on_this_machine_does_nothing_for_a_page() throws Exception {
        try (LocalServer started = serve()) {
            PageTarget server = PageTarget.of(started, "");
            assertUserTakesAJob(server, "");
            attack(server, 403);
        }
    }

    @Test
    void the_password_that_the_browser_remembers_is_of_no_use_to_a_page() throws Exception {
        Path authFile = folder.resolve("auth.toml");
        QuickUser.addTo(authFile, "ann", Role.ADMIN.word());
        AuthFileEditor editor = new AuthFileEditor(new AuthFile(authFile));
        String token = editor.addToken("test", Role.ADMIN, QueuePatterns.ALL, null);
        try (LocalServer started = serve("auth.file=" + authFile)) {
            PageTarget server = PageTarget.of(started, "Bearer " + token);
            assertUserTakesAJob(server, "ann:" + QuickUser.PASSWORD + "@");
            assertUserTakesAJob(server, "");
            attack(server, 401);
        }
    }

    /** What the user asks for by typing in an address is done. So what follows is not refused just because it is a browser. */
    private void assertUserTakesAJob(PageTarget server, String user) throws Exception {
        int before = waitingInControl(server);
        browser.open("http://" + user + "127.0.0.1:" + server.port("http") + "/queue/control/job");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(waitingInControl(server)).isEqualTo(before - 1));
    }

    private static int waitingInControl(PageTarget server) throws Exception {
        return Integer.parseInt(server.send("GET", "/queue/control/size", ""));
    }

    private void attack(PageTarget server, int statusOfRebound) throws Exception {
        List<String> before = server.state();
        for (String host : List.of(Chromium.EVIL, "127.0.0.1")) {
            attackFrom(host, server);
        }
        attackByRebinding(server, statusOfRebound);
        assertThat(server.state()).isEqualTo(before);
        assertThat(server.send("GET", "/queue/q/job", "")).contains(PageTarget.SECRET);
    }

    /** A page of another site, or of another port of the same machine. */
    private void attackFrom(String host, PageTarget server) throws Exception {
        long refusedBefore = server.refusals().getOrDefault("http foreign", 0L);
        browser.open("http://%s:%d/hostile?http=%d&workq=%d&goqueue=%d&qless=%d&job=%s&report=%s"
                .formatted(
                        host,
                        site.port(),
                        server.port("http"),
                        server.port("workq"),
                        server.port("goqueue"),
                        server.port("qless"),
                        server.secretJob(),
                        site.reportAddress()));
        List<String> seen = site.awaitReport();
        assertThat(seen).noneMatch(line -> line.contains(PageTarget.SECRET));
        long requests = seen.stream().filter(line -> line.startsWith("http ")).count();
        assertThat(requests).isGreaterThan(30);
        await().atMost(PATIENCE).untilAsserted(() -> {
            long refused = server.refusals().getOrDefault("http foreign", 0L) - refusedBefore;
            assertThat(refused).as("refused of %s", seen).isGreaterThanOrEqualTo(requests);
        });
        assertThat(server.refusals()).containsKeys("workq http_request", "goqueue http_request", "qless unknown");
    }

    /**
     * A page whose name leads to the server after it was loaded: all requests are of the same origin, and answers can be read. The
     * page gets its answers: a request for which the browser asks for a password has none.
     */
    private void attackByRebinding(PageTarget server, int status) throws Exception {
        try (Rebinding rebinding = new Rebinding(server.port("http"))) {
            browser.open("http://%s:%d/rebound?job=%s&report=%s"
                    .formatted(Chromium.EVIL, rebinding.port(), server.secretJob(), site.reportAddress()));
            assertThat(site.awaitReport()).hasSize(10).allMatch(line -> line.startsWith(status + " "));
        }
    }
}
