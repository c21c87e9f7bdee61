package dev.reeve.server.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.ProvokedAnswer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logins of people with a browser, and the tokens that admins create. */
@Timeout(120)
class BrowserLoginTest {
    @TempDir
    private static Path folder;

    private static LockedServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new LockedServer(folder);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static HttpResponse<String> login(String body) {
        return server.http("", "POST", "/v1/login", body);
    }

    private static String cookie(HttpResponse<String> login) {
        String header = login.headers().firstValue("set-cookie").orElse("");
        assertThat(header).matches("reeve=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200");
        return header.substring(0, header.indexOf(';'));
    }

    private static HttpResponse<String> send(String method, String path, String body, String... headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port("http") + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .headers(headers);
        if (!body.isEmpty()) {
            request.header("content-type", "application/json");
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void a_cookie_stands_for_the_one_who_has_logged_in() throws Exception {
        HttpResponse<String> login = login("{\"name\":\"ann\",\"password\":\"correct-horse\"}");
        assertThat(login.body()).startsWith("{\"name\":\"ann\",\"kind\":\"user\",\"role\":\"operator\"");
        ProvokedAnswer.check("POST /v1/login 200", login);
        String cookie = cookie(login);
        assertThat(send("GET", "/v1/me", "", "cookie", "other=1; " + cookie).body())
                .startsWith("{\"name\":\"ann\"");
        HttpResponse<String> refused = send("PUT", "/v1/queues/cookies", "{}", "cookie", cookie);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body())
                .contains("/problems/cross-site", "A request with the cookie needs the header Reeve: 1");
        assertThat(send("PUT", "/v1/queues/cookies", "{}", "cookie", cookie, "reeve", "1")
                        .statusCode())
                .isEqualTo(201);
        HttpResponse<String> out = send("POST", "/v1/logout", "", "cookie", cookie, "reeve", "1");
        ProvokedAnswer.check("POST /v1/logout 204", out);
        assertThat(out.headers().firstValue("set-cookie"))
                .hasValue("reeve=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
        assertThat(send("GET", "/v1/me", "", "cookie", cookie).statusCode()).isEqualTo(401);
        assertThat(Files.readString(server.auditFile)).contains("\"event\":\"login\",\"identity\":\"user ann\"");
    }

    @Test
    void a_wrong_secret_gets_no_cookie_and_makes_no_browser_ask() {
        for (String body : List.of(
                "{\"name\":\"ann\",\"password\":\"wrong\"}",
                "{\"token\":\"rv_abcdefgh_" + "x".repeat(43) + "\"}",
                "{\"name\":\"nobody\",\"password\":\"correct-horse\"}")) {
            HttpResponse<String> answer = login(body);
            ProvokedAnswer.check("POST /v1/login 401", answer);
            assertThat(answer.body()).startsWith("{\"type\":\"/problems/unauthenticated\"");
            assertThat(answer.headers().firstValue("set-cookie")).isEmpty();
            assertThat(answer.headers().allValues("www-authenticate")).containsExactly("Bearer realm=\"reeve\"");
        }
        assertThat(server.admin("GET", "/metrics", "").body())
                .as("three refused logins at least")
                .containsPattern("\nreeve_logins_refused_total ([3-9]|[1-9][0-9]+)\\.0\n");
    }

    @Test
    void a_login_is_small_and_complete() {
        assertThat(login("{\"name\":\"" + "x".repeat(5_000) + "\"}").statusCode())
                .isEqualTo(413);
        assertThat(login("{\"name\":\"ann\"}").body())
                .contains("{\"pointer\":\"/password\",\"detail\":\"is required\"}");
        assertThat(login("{}").body()).contains("{\"pointer\":\"/name\",\"detail\":\"is required\"}");
        assertThat(login("{\"name\":\"ann\",\"token\":\"t\"}").body()).contains("is given with a name or a password");
    }

    @Test
    void admins_create_tokens_that_count_at_once_and_revoke_them() {
        HttpResponse<String> created = server.admin(
                "POST",
                "/v1/tokens",
                "{\"name\":\"new\",\"role\":\"viewer\",\"queues\":[\"own*\"],\"expires_at\":\"2999-01-01T00:00:00Z\"}");
        ProvokedAnswer.check("POST /v1/tokens 201", created);
        assertThat(created.headers().firstValue("location")).hasValue("/v1/tokens/new");
        String token = created.body().replaceAll(".*\"token\":\"([^\"]+)\".*", "$1");
        assertThat(server.http("Bearer " + token, "GET", "/v1/me", "").body())
                .isEqualTo(
                        "{\"name\":\"new\",\"kind\":\"token\",\"role\":\"viewer\",\"rights\":[\"read\"],\"queues\":[\"own*\"]}");
        String cookie = cookie(login("{\"token\":\"" + token + "\"}"));
        assertThat(server.admin("GET", "/v1/tokens", "").body())
                .contains(
                        "{\"name\":\"new\",\"id\":\"" + token.split("_", -1)[1]
                                + "\",\"role\":\"viewer\",\"queues\":[\"own*\"],\"expires_at\":\"2999-01-01T00:00:00.000000Z\"}")
                .doesNotContain(token);
        String again = "{\"name\":\"new\",\"role\":\"viewer\"}";
        HttpResponse<String> taken = server.http("Bearer " + server.admin, "POST", "/v1/tokens", again);
        ProvokedAnswer.check("POST /v1/tokens 409", taken);
        assertThat(taken.body()).startsWith("{\"type\":\"/problems/token-exists\"");
        ProvokedAnswer.check("DELETE /v1/tokens/{token} 204", server.admin("DELETE", "/v1/tokens/new", ""));
        assertThat(server.http("Bearer " + token, "GET", "/v1/me", "").statusCode())
                .isEqualTo(401);
        assertThat(withCookie(cookie)).as("the login ends with its token").isEqualTo(401);
        HttpResponse<String> gone = server.http("Bearer " + server.admin, "DELETE", "/v1/tokens/new", "");
        ProvokedAnswer.check("DELETE /v1/tokens/{token} 404", gone);
        assertThat(gone.body()).startsWith("{\"type\":\"/problems/token-not-found\"");
        assertThat(server.admin("GET", "/v1/audit", "").body())
                .contains("\"action\":\"create token\",\"targets\":[\"token new\"]", "\"action\":\"revoke token\"");
    }

    private static int withCookie(String cookie) {
        try {
            return send("GET", "/v1/me", "", "cookie", cookie).statusCode();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_token_needs_a_name_and_a_role() {
        HttpResponse<String> answer = server.http(
                "Bearer " + server.admin,
                "POST",
                "/v1/tokens",
                "{\"name\":\"a b\",\"role\":\"king\",\"queues\":[\"\"],\"expires_at\":\"2001-01-01T00:00:00Z\"}");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body())
                .contains(
                        "{\"pointer\":\"/name\",\"detail\":\"expected 1 to 64 of",
                        "{\"pointer\":\"/role\",\"detail\":\"expected one of viewer")
                .contains("\"/queues\"", "is not in the future");
    }
}
