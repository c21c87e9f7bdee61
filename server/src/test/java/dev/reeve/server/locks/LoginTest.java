package dev.reeve.server.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reeve.access.Identity;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.testkit.QuickUser;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.RespClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;

/** How clients say who they are, and what happens to those who do not. */
@Timeout(120)
class LoginTest {
    @TempDir
    private static Path folder;

    private static LockedServer server;
    private static String worker;

    @BeforeAll
    static void start() throws Exception {
        server = LockedServer.asProcess(folder);
        worker = server.token(Role.WORKER);
        server.port("workq");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void over_HTTP_the_server_may_have_any_name_because_clients_log_in() {
        try (RawHttp http = new RawHttp(server.port("http"))) {
            String[] request = {"GET /queue HTTP/1.1", "Host: reeve.example", "Authorization: Bearer " + worker};
            assertThat(http.request(request).read().status()).isEqualTo(200);
            assertThat(http.request(request[0], request[1]).read().status()).isEqualTo(401);
            assertThat(http.request("GET /livez HTTP/1.1", request[1]).read().status())
                    .isEqualTo(200);
        }
    }

    /** A browser would ask its user for a password, whatever has caused the request. */
    @ParameterizedTest
    @CsvSource({
        "localhost,     X-Client: any,                                            true",
        "reeve.example, User-Agent: curl/8.0,                                     true",
        "localhost,     User-Agent: Mozilla/5.0,                                  true",
        "reeve.example, User-Agent: Mozilla/5.0,                                  false",
        "reeve.example, Sec-Fetch-Mode: navigate & Sec-Fetch-Dest: document, true",
        "localhost,     Sec-Fetch-Mode: navigate & Sec-Fetch-Dest: iframe,   false",
        "localhost,     Sec-Fetch-Mode: cors & Sec-Fetch-Dest: empty,        false",
        "localhost,     Sec-Fetch-Mode: no-cors & Sec-Fetch-Dest: image,     false"
    })
    void scripts_in_a_browser_are_not_told_that_passwords_are_accepted(String host, String header, boolean told) {
        try (RawHttp http = new RawHttp(server.port("http"))) {
            Stream<String> headers = Stream.of(header.split(" & ", -1));
            http.request(Stream.concat(Stream.of("GET /queue HTTP/1.1", "Host: " + host), headers)
                    .toArray(String[]::new));
            RawHttp.Answer answer = http.read();
            assertThat(answer.status()).isEqualTo(401);
            // The last of the headers.
            assertThat(answer.headers().get("www-authenticate")).startsWith(told ? "Basic " : "Bearer ");
        }
    }

    @Test
    void nothing_is_done_before_a_login_but_probes() {
        assertThat(server.connect("workq").ask("lease own 10")).isEqualTo("-CLIENT-ERROR Not allowed");
        assertThat(server.connect("workq").ask("inspect server")).isEqualTo("-CLIENT-ERROR Not allowed");
        server.connect("goqueue").sendRaw("RESERVE\0own\0\0\0\0\0").expectRaw("ERROR\0Not allowed\0");
        RespClient redis = new RespClient(server.connect("qless"));
        for (String command :
                List.of("PING", "INFO", "KEYS *", "MULTI", "SUBSCRIBE x", "HELLO 3", "EVAL x 0", "TIME")) {
            assertThat(redis.call(command.split(" "))).as(command).isEqualTo("-NOAUTH Authentication required.");
        }
        for (String path : List.of("/queue", "/info/version", "/metrics", "/openapi.json", "/no/such/path")) {
            HttpResponse<String> answer = server.http("", "GET", path, "");
            assertThat(answer.statusCode()).as(path).isEqualTo(401);
            assertThat(answer.body()).isEqualTo("{\"error\":\"A token or a password is required\"}");
            assertThat(answer.headers().allValues("www-authenticate"))
                    .containsExactly("Bearer realm=\"reeve\"", "Basic realm=\"reeve\", charset=\"UTF-8\"");
        }
        for (String path : List.of("/health", "/livez", "/readyz")) {
            assertThat(server.http("", "GET", path, "").statusCode()).as(path).isEqualTo(200);
        }
    }

    @Test
    void a_wrong_secret_is_refused_in_the_words_of_each_door() {
        String wrong = worker.substring(0, worker.length() - 1) + (worker.endsWith("A") ? "E" : "A");
        assertThat(server.connect("workq").ask("auth " + wrong)).isEqualTo("-CLIENT-ERROR Not allowed");
        assertThat(server.connect("workq").ask("auth")).isEqualTo("-CLIENT-ERROR Invalid command args");
        server.connect("goqueue").sendRaw("AUTH\0" + wrong + "\0").expectRaw("ERROR\0Not allowed\0");
        RespClient redis = new RespClient(server.connect("qless"));
        String refusal = "-WRONGPASS invalid username-password pair or user is disabled.";
        assertThat(redis.call("AUTH", wrong)).isEqualTo(refusal);
        assertThat(redis.call("AUTH", "default", wrong)).isEqualTo(refusal);
        assertThat(redis.call("HELLO", "3", "AUTH", "default", wrong)).isEqualTo(refusal);
        for (String header : List.of("Bearer " + wrong, "Bearer", "Basic ???", "Digest x", basic("a", wrong))) {
            HttpResponse<String> answer = server.http(header, "GET", "/queue", "");
            assertThat(answer.statusCode()).as(header).isEqualTo(401);
            assertThat(answer.body()).isEqualTo("{\"error\":\"Wrong token or password\"}");
        }
    }

    @Test
    void a_login_and_what_follows_it_can_be_sent_at_once() {
        server.connect("workq")
                .send("auth " + worker, "lease own-none 10", "lease foreign 10")
                .expect("+OK", "-TIMEOUT", "-CLIENT-ERROR Not allowed");
        server.connect("goqueue").sendRaw("AUTH\0" + worker + "\0CONNECT\0").expectRaw("AUTHENTICATED\0OK\0");
        new RespClient(server.connect("qless"))
                .send("AUTH", worker)
                .send("PING")
                .expect("+OK", "+PONG");
    }

    @Test
    void redis_clients_log_in_in_all_their_ways() {
        int port = server.port("qless");
        HostAndPort address = new HostAndPort("127.0.0.1", port);
        for (RedisProtocol protocol : RedisProtocol.values()) {
            var config = DefaultJedisClientConfig.builder().protocol(protocol);
            try (Jedis jedis = new Jedis(address, config.password(worker).build())) {
                assertThat(jedis.ping()).isEqualTo("PONG");
            }
            try (Jedis jedis =
                    new Jedis(address, config.user("any").password(worker).build())) {
                assertThat(jedis.ping()).isEqualTo("PONG");
            }
        }
        RespClient redis = new RespClient(server.connect("qless"));
        assertThat(redis.call("HELLO", "3", "AUTH", "default", worker, "SETNAME", "me"))
                .startsWith("%[\"server\"");
        assertThat(redis.call("CLIENT", "GETNAME")).isEqualTo("\"me\"");
        assertThat(redis.call("AUTH", "wrong")).startsWith("-WRONGPASS");
        assertThat(redis.call("PING")).as("still logged in").isEqualTo("+PONG");
        redis.send("MULTI").expect("+OK");
        assertThat(redis.call("AUTH", worker)).startsWith("-ERR");
        assertThat(redis.call("RESET")).isEqualTo("+RESET");
        assertThat(redis.call("PING")).isEqualTo("-NOAUTH Authentication required.");
    }

    @Test
    void http_takes_tokens_and_passwords() throws Exception {
        QuickUser.addTo(server.authFile, "ben", Role.OPERATOR.word());
        awaitStatus(200, basic("ben", QuickUser.PASSWORD));
        assertThat(server.http(basic("ben", "wrong horse"), "GET", "/queue", "").statusCode())
                .isEqualTo(401);
        assertThat(server.http(basic("any", worker), "GET", "/queue", "").statusCode())
                .isEqualTo(200);
        assertThat(server.http("bearer " + worker, "GET", "/queue", "").statusCode())
                .isEqualTo(200);
        assertThat(server.http("Bearer " + worker, "GET", "/metrics", "").statusCode())
                .isEqualTo(403);
        assertThat(server.http("Bearer " + server.admin, "GET", "/metrics", "").statusCode())
                .isEqualTo(200);
        assertThat(server.http("Bearer " + worker, "GET", "/no/such/path", "").statusCode())
                .isEqualTo(404);
        RespClient redis = new RespClient(server.connect("qless"));
        assertThat(redis.call("AUTH", "ben", QuickUser.PASSWORD)).isEqualTo("+OK");
        server.editor().remove(Identity.Kind.USER, "ben");
        awaitStatus(401, basic("ben", QuickUser.PASSWORD));
    }

    /** The file is looked at every second. A password that is not known yet is hashed at length each time. */
    private static void awaitStatus(int status, String authorization) {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> server.http(authorization, "GET", "/queue", "").statusCode() == status);
    }

    @Test
    void one_connection_may_change_its_mind() {
        try (RawHttp http = new RawHttp(server.port("http"))) {
            String host = "Host: localhost";
            http.request("GET /metrics HTTP/1.1", host, "Authorization: Bearer " + worker);
            assertThat(http.read().status()).isEqualTo(403);
            http.request("GET /metrics HTTP/1.1", host, "Authorization: Bearer " + server.admin);
            assertThat(http.read().status()).isEqualTo(200);
            String guess =
                    server.admin.substring(0, server.admin.length() - 1) + (server.admin.endsWith("A") ? "E" : "A");
            http.request("GET /metrics HTTP/1.1", host, "Authorization: Bearer " + guess);
            assertThat(http.read().status()).isEqualTo(401);
            http.request("GET /metrics HTTP/1.1", host);
            assertThat(http.read().status()).isEqualTo(401);
        }
    }

    @Test
    void who_says_too_much_or_nothing_before_a_login_is_disconnected() {
        List<String> doors = List.of("workq", "goqueue", "qless");
        List<TestClient> silent = doors.stream().map(server::connect).toList();
        for (String door : doors) {
            TestClient talker = server.connect(door);
            talker.sendRaw("x".repeat(1000));
            talker.sendRaw("y".repeat(4000));
            readUntilCut(talker);
        }
        silent.forEach(TestClient::expectGone);
        assertThat(server.process().hasSaid("they did not say who they are in time"))
                .isTrue();
    }

    /** The server may have sent an error before, and resets the connection if bytes are left that it has not read. */
    private static void readUntilCut(TestClient client) {
        try {
            client.readToTheEnd();
        } catch (UncheckedIOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void a_revoked_or_expired_token_ends_open_connections() throws Exception {
        String revoked = server.editor().addToken("revoked", Role.WORKER, QueuePatterns.ALL, null);
        String expired = server.editor()
                .addToken(
                        "expired", Role.WORKER, QueuePatterns.ALL, Instant.now().plusSeconds(8));
        awaitStatus(200, "Bearer " + revoked);
        TestClient waiting = server.workq(revoked).send("lease own-never 60000");
        TestClient late = server.workq(expired).send("lease own-never 60000");
        RawHttp http = new RawHttp(server.port("http"));
        http.request("GET /queue HTTP/1.1", "Host: localhost", "Authorization: Bearer " + revoked);
        assertThat(http.read().status()).isEqualTo(200);
        TestClient other = server.workq(worker);
        server.editor().remove(Identity.Kind.TOKEN, "revoked");
        waiting.expectGone();
        late.expectGone();
        assertThat(http.isClosed()).isTrue();
        assertThat(server.connect("workq").ask("auth " + revoked)).isEqualTo("-CLIENT-ERROR Not allowed");
        assertThat(server.connect("workq").ask("auth " + expired)).isEqualTo("-CLIENT-ERROR Not allowed");
        assertThat(other.ask("lease own-none 1")).isEqualTo("-TIMEOUT");
    }

    @Test
    void logins_refusals_and_changes_are_in_the_audit_file_and_in_the_log() throws Exception {
        String operator = server.token(Role.OPERATOR);
        server.http("Bearer " + operator, "PUT", "/queue/own-audited", "{}");
        server.http("Bearer " + operator, "PUT", "/queue/foreign-audited", "{}");
        server.connect("workq").ask("auth rv_unknown_" + "A".repeat(43));
        String audit = Files.readString(server.auditFile);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server.auditFile)))
                .isEqualTo("rw-------");
        String who =
                "\"identity\":\"token operator\",\"role\":\"operator\",\"address\":\"127.0.0.1\",\"door\":\"http\"";
        assertThat(audit)
                .contains("\"event\":\"login\"," + who)
                .contains("\"event\":\"change\"," + who
                        + ",\"action\":\"configure queue\",\"targets\":[\"queue own-audited\"]")
                .contains("\"event\":\"refused\"," + who
                        + ",\"action\":\"configure queue\",\"targets\":[\"queue foreign-audited\"],"
                        + "\"right\":\"configure foreign-audited\"")
                .doesNotContain(operator);
        server.process().awaitLine("\"event\":\"login-failed\",\"identity\":\"token unknown\"");
        assertThat(server.process().lines()).noneMatch(line -> line.contains(operator));
    }

    @Test
    void clients_that_cannot_log_in_are_known_by_their_network() throws Exception {
        Path other = Files.createDirectory(folder.resolve("network"));
        try (LockedServer networked = LockedServer.asProcess(other)) {
            networked.port("workq");
            Files.writeString(
                    networked.authFile,
                    Files.readString(networked.authFile)
                            + "[network.\"127.0.0.0/8\"]\ndoors = [\"workq\", \"http\"]\nrole = \"worker\"\nqueues = [\"own\"]\n");
            networked.process().awaitLine("read again");
            assertThat(networked.connect("workq").ask("lease own 1")).isEqualTo("-TIMEOUT");
            assertThat(networked.connect("workq").ask("lease foreign 1")).isEqualTo("-CLIENT-ERROR Not allowed");
            networked.connect("goqueue").sendRaw("RESERVE\0own\0\0\0\0\0").expectRaw("ERROR\0Not allowed\0");
            assertThat(networked.http("", "GET", "/queue", "").statusCode()).isEqualTo(200);
            try (RawHttp page = new RawHttp(networked.port("http"))) {
                page.request("GET /queue HTTP/1.1", "Host: evil.example");
                assertThat(page.read().status()).as("of a page in this network").isEqualTo(403);
            }
        }
    }

    @Test
    void a_server_does_not_start_with_a_file_that_others_can_read() throws Exception {
        Path open = Files.writeString(folder.resolve("open.toml"), "");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        try (ServerProcess refused = ServerProcess.start(folder.resolve("data2"), "auth.file=" + open)) {
            assertThat(refused.awaitExit()).isEqualTo(1);
            assertThat(refused.lines())
                    .containsExactly(
                            "reeve: " + open + ": has mode rw-r--r--, but only its owner may read and write it;"
                                    + " run chmod 600 " + open);
        }
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
