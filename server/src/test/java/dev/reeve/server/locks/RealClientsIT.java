package dev.reeve.server.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.access.AuthFile;
import dev.reeve.access.AuthFileEditor;
import dev.reeve.access.QueuePatterns;
import dev.reeve.access.Role;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.CertificateAuthority;
import dev.reeve.testkit.QuickUser;
import dev.reeve.testkit.TlsFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Programs and libraries that others have written log in over TLS in all their ways, add a job and take it; without a secret or with a
 * wrong one they cannot. The server accepts client certificates and does not require them.
 */
@Timeout(180)
class RealClientsIT {

    @TempDir
    private static Path folder;

    private static LocalServer server;
    private static CertificateAuthority authority;
    private static String token;

    @BeforeAll
    static void start() throws Exception {
        Path authFile = folder.resolve("auth.toml");
        TlsFolder.write(authFile, "[certificate.\"CN=machine\"]\nrole = \"admin\"\n");
        AuthFileEditor editor = new AuthFileEditor(new AuthFile(authFile));
        token = editor.addToken("program", Role.ADMIN, QueuePatterns.ALL, null);
        QuickUser.addTo(authFile, "ann", Role.ADMIN.word());
        TlsFolder tls = new TlsFolder(folder);
        authority = tls.authority();
        for (String name : List.of("machine", "stranger")) {
            CertificateAuthority.Certified client = authority.issue("CN=" + name);
            TlsFolder.write(folder.resolve(name + ".crt"), client.certificatePem());
            TlsFolder.write(folder.resolve(name + ".key"), client.keyPem());
        }
        List<String> settings = new ArrayList<>(List.of(tls.settingsWithClientCa()));
        settings.addAll(List.of("tls.client-auth=optional", "auth.file=" + authFile));
        settings.addAll(List.of("http.port=0", "qless.port=0", "goqueue.port=0"));
        server = LocalServer.start(folder.resolve("data"), settings.toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String port(String door) {
        return Integer.toString(server.awaitReady(door));
    }

    /** Runs a program in the folder of the certificates, and returns all it prints. */
    private static String run(String... words) throws IOException, InterruptedException {
        ProcessBuilder program =
                new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
        program.environment().remove("REDISCLI_AUTH");
        Process process = program.start();
        process.getOutputStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return printed.strip();
    }

    private static String run(List<String> first, String... more) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(first);
        words.addAll(List.of(more));
        return run(words.toArray(String[]::new));
    }

    /** A way to log in: the options of a program. */
    private static List<List<String>> waysOfRedis() {
        return List.of(
                List.of("-a", token),
                List.of("--user", "ann", "--pass", QuickUser.PASSWORD),
                List.of("--user", "ann", "--pass", QuickUser.PASSWORD, "-3"),
                List.of("--cert", "machine.crt", "--key", "machine.key"));
    }

    @Test
    void redis_cli_with_password_name_or_certificate() throws Exception {
        List<String> redis = List.of(
                "redis-cli",
                "--tls",
                "--cacert",
                "client-ca.crt",
                "-h",
                "127.0.0.1",
                "-p",
                port("qless"),
                "--no-auth-warning");
        for (List<String> way : waysOfRedis()) {
            List<String> client = new ArrayList<>(redis);
            client.addAll(way);
            String id = UUID.randomUUID().toString().replace("-", "");
            assertThat(run(client, "eval", "-- QlessAPI", "0", "put", "1", "w", "redis", id, "klass", "{}", "0"))
                    .as("%s", way)
                    .contains(id);
            assertThat(run(client, "eval", "-- QlessAPI", "0", "pop", "2", "redis", "w", "1"))
                    .contains(id);
        }
        assertThat(run(redis, "ping")).contains("NOAUTH");
        assertThat(run(redis, "-a", "wrong", "ping")).contains("WRONGPASS");
        assertThat(run(redis, "--user", "ann", "--pass", "wrong", "ping")).contains("WRONGPASS");
        assertThat(run(redis, "--cert", "stranger.crt", "--key", "stranger.key", "ping"))
                .contains("NOAUTH");
        assertThat(run("redis-cli", "-p", port("qless"), "-a", token, "ping")).doesNotContain("PONG");
    }

    @Test
    void jedis_with_password_name_or_certificate() throws Exception {
        assertThat(ping(jedis(authority.client(null)).password(token))).isEqualTo("PONG");
        assertThat(ping(jedis(authority.client(null)).user("ann").password(QuickUser.PASSWORD)))
                .isEqualTo("PONG");
        assertThat(ping(jedis(authority.client(authority.issue("CN=machine"))))).isEqualTo("PONG");
        for (DefaultJedisClientConfig.Builder refused : List.of(
                jedis(authority.client(null)),
                jedis(authority.client(null)).password("wrong"),
                jedis(authority.client(null)).user("ann").password("wrong"),
                jedis(authority.client(authority.issue("CN=stranger"))),
                DefaultJedisClientConfig.builder().password(token))) {
            assertThatThrownBy(() -> ping(refused)).isInstanceOf(JedisException.class);
        }
    }

    @SuppressWarnings("deprecation") // The newer options of Jedis take key stores as files.
    private static DefaultJedisClientConfig.Builder jedis(SSLContext tls) {
        return DefaultJedisClientConfig.builder().ssl(true).sslSocketFactory(tls.getSocketFactory());
    }

    private static String ping(DefaultJedisClientConfig.Builder config) throws InterruptedException {
        HostAndPort address = new HostAndPort("127.0.0.1", server.awaitReady("qless"));
        try (Jedis jedis = new Jedis(address, config.build())) {
            return jedis.ping();
        }
    }

    @Test
    void curl_with_token_password_or_certificate() throws Exception {
        String address = "https://127.0.0.1:" + port("http");
        List<String> curl = List.of("curl", "-s", "--noproxy", "*", "--cacert", "client-ca.crt", "-w", "%{http_code}");
        List<List<String>> ways = List.of(
                List.of("-H", "Authorization: Bearer " + token),
                List.of("-u", "ann:" + QuickUser.PASSWORD),
                List.of("-u", "any:" + token),
                List.of("--cert", "machine.crt", "--key", "machine.key"));
        for (List<String> way : ways) {
            List<String> client = new ArrayList<>(curl);
            client.addAll(way);
            List<String> json = new ArrayList<>(client);
            json.addAll(List.of("-H", "content-type: application/json", "-d"));
            assertThat(run(json, "{}", "-X", "PUT", address + "/queue/curl"))
                    .as("%s", way)
                    .matches("20[14]");
            assertThat(run(json, "{\"input\":\"of curl\"}", address + "/queue/curl/job"))
                    .endsWith("201");
            assertThat(run(client, address + "/queue/curl/job"))
                    .contains("of curl")
                    .endsWith("200");
        }
        List<List<String>> refused = List.of(
                List.of(),
                List.of("-H", "Authorization: Bearer wrong"),
                List.of("-u", "ann:wrong"),
                List.of("--cert", "stranger.crt", "--key", "stranger.key"));
        for (List<String> way : refused) {
            List<String> client = new ArrayList<>(curl);
            client.addAll(way);
            assertThat(run(client, address + "/queue/curl/job")).as("%s", way).endsWith("401");
        }
        assertThat(run(curl, "-u", "ann:" + QuickUser.PASSWORD, address.replace("https", "http") + "/queue"))
                .endsWith("000");
    }

    /** Sends texts, each after the reply to the one before, and prints the replies. */
    private static final String PYTHON = """
            import socket, ssl, sys
            port, certificate, *texts = sys.argv[1:]
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.load_verify_locations("client-ca.crt")
            if certificate:
                context.load_cert_chain(certificate + ".crt", certificate + ".key")
            connection = socket.create_connection(("127.0.0.1", int(port)), 60)
            with context.wrap_socket(connection, server_hostname="127.0.0.1") as server:
                for text in texts:
                    server.sendall(text.encode().decode("unicode_escape").encode("latin-1"))
                    print(repr(server.recv(4096)))
            """;

    private static String python(String door, String certificate, String... texts) throws Exception {
        Path script = Files.writeString(folder.resolve("client.py"), PYTHON);
        return run(List.of("python3", script.toString(), port(door), certificate), texts);
    }

    @Test
    void python_with_token_or_certificate_at_workq() throws Exception {
        for (boolean withToken : List.of(true, false)) {
            String id = UUID.randomUUID().toString();
            List<String> texts = new ArrayList<>(withToken ? List.of("auth " + token + "\\r\\n") : List.of());
            texts.add("add " + id + " workq 60000 60000 1\\r\\nx\\r\\n");
            texts.add("lease workq 1000\\r\\n");
            String certificate = withToken ? "" : "machine";
            assertThat(python("workq", certificate, texts.toArray(String[]::new)))
                    .contains("b'+OK\\r\\n'", "b'+OK 1\\r\\n" + id + " workq 1\\r\\nx\\r\\n'");
        }
        String refusal = "b'-CLIENT-ERROR Not allowed\\r\\n'";
        assertThat(python("workq", "", "lease workq 10\\r\\n")).isEqualTo(refusal);
        assertThat(python("workq", "", "auth wrong\\r\\n")).isEqualTo(refusal);
        assertThat(python("workq", "stranger", "lease workq 10\\r\\n")).isEqualTo(refusal);
    }

    @Test
    void python_with_token_or_certificate_at_go_job_queue() throws Exception {
        String add = "ADD\\0go\\0\\0\\0\\0\\0\\1\\0\\0\\0\\1\\0\\0\\0x";
        String reserve = "RESERVE\\0go\\0\\1\\0\\0\\0";
        assertThat(python("goqueue", "", "AUTH\\0" + token + "\\0", add, reserve))
                .contains("b'AUTHENTICATED\\x00'", "b'ADDED\\x00", "b'RESERVED\\x00");
        assertThat(python("goqueue", "machine", add, reserve)).contains("b'ADDED\\x00", "b'RESERVED\\x00");
        String refusal = "b'ERROR\\x00Not allowed\\x00'";
        assertThat(python("goqueue", "", reserve)).isEqualTo(refusal);
        assertThat(python("goqueue", "", "AUTH\\0wrong\\0")).isEqualTo(refusal);
        assertThat(python("goqueue", "stranger", reserve)).isEqualTo(refusal);
    }
}
