package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.net.tls.Tls;
import dev.reeve.server.Server;
import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.EventReader;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.Scrape;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.TlsFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Every door over TLS, with a real server. */
@Timeout(180)
class TlsDoorsTest {
    /** The pause between two rounds of requests: the load is to be there all the time, not to be heavy. */
    private static final long ROUND_MICROS = 50_000;

    @TempDir
    private Path folder;

    @Test
    void every_door_serves_jobs_over_TLS() throws Exception {
        TlsFolder tls = new TlsFolder(folder);
        try (LogLines lines = LogLines.all(Server.class.getName());
                LocalServer server = AllDoors.start(folder.resolve("data"), tls.settings());
                AllDoors doors = AllDoors.of(server, tls.client())) {
            for (DoorClient door : doors.all()) {
                if (door instanceof OcypodClient ocypod) {
                    ocypod.declare("q", "{}");
                }
                String payload = "\"" + "x".repeat(100_000) + "\"";
                door.add("q", payload);
                DoorClient.Taken job = AllDoors.take(door, "q");
                assertThat(job.payload()).isEqualTo(payload);
                assertThat(door.complete(job)).isTrue();
            }
            assertThat(lines.told())
                    .anyMatch(line -> line.startsWith("TLS is on; certificate of CN=reeve, valid until "))
                    .last()
                    .asString()
                    .startsWith("Reeve is ready: ")
                    .contains(" with TLS");
        }
    }

    @Test
    @SuppressWarnings("deprecation") // The newer options of Jedis take key stores as files.
    void libraries_of_the_protocols_use_TLS() throws Exception {
        TlsFolder tls = new TlsFolder(folder);
        SSLContext ann = tls.authority().client(tls.authority().issue("CN=ann"));
        try (LocalServer server = AllDoors.start(folder.resolve("data"), tls.settingsWithClientCa())) {
            DefaultJedisClientConfig config = DefaultJedisClientConfig.builder()
                    .ssl(true)
                    .sslSocketFactory(ann.getSocketFactory())
                    .build();
            try (Jedis jedis = new Jedis(new HostAndPort("127.0.0.1", server.awaitReady("qless")), config)) {
                assertThat(jedis.ping()).isEqualTo("PONG");
            }
            int http = server.awaitReady("http");
            assertThat(get(http, ann, "/health")).contains("healthy");
            Scrape scrape = scrape(http, ann);
            assertThat(scrape.value("reeve_tls_handshakes_total", "door", "qless", "result", "finished"))
                    .isEqualTo(1);
            assertThat(scrape.value("reeve_certificate_expires_seconds")).isBetween(364 * 86_400.0, 365 * 86_400.0);
            assertThat(get(http, ann, "/v1/server")).contains("\"certificate_expires_at\":\"2");
            assertThatThrownBy(() -> get(http, tls.client(), "/health")).isInstanceOf(IOException.class);
            assertThat(scrape(http, ann).counted("reeve_refusals_total", "door", "why"))
                    .containsKey("http client_certificate");
        }
    }

    @Test
    void events_are_streamed_over_TLS_and_the_stream_ends_with_the_server() throws Exception {
        TlsFolder tls = new TlsFolder(folder);
        try (LocalServer server = AllDoors.start(folder.resolve("data"), tls.settings());
                AllDoors doors = AllDoors.of(server, tls.client())) {
            int http = server.awaitReady("http");
            try (EventReader stream = new EventReader(new TestClient(http, tls.client()), "/v1/events").awaitStart()) {
                doors.workq().add("q", "\"" + "x".repeat(1000) + "\"");
                EventReader.Message added = stream.next();
                assertThat(added == null ? "" : added.event()).isEqualTo("job.added");
                try (RawHttp scraper = new RawHttp(new TestClient(http, tls.client()))) {
                    Scrape scrape = Scrape.of(scraper);
                    assertThat(scrape.value("reeve_event_streams")).isEqualTo(1);
                    assertThat(scrape.value("reeve_event_messages_total")).isEqualTo(2);
                    assertThat(scrape.value("reeve_event_streams_cut_total")).isZero();
                    assertThat(scrape.value("reeve_event_streams_refused_total"))
                            .isZero();
                }
                server.stop();
                assertThat(stream.next()).as("the end of the stream").isNull();
            }
        }
    }

    private static String get(int port, SSLContext tls, String path) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder().sslContext(tls).build();
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static Scrape scrape(int port, SSLContext tls) {
        try (RawHttp http = new RawHttp(new TestClient(port, tls))) {
            return Scrape.of(http);
        }
    }

    @Test
    void each_door_can_be_without_TLS_and_says_so_to_clients_that_use_it() throws Exception {
        TlsFolder tls = new TlsFolder(folder);
        List<String> settings = new ArrayList<>(List.of(tls.settings()));
        settings.addAll(List.of("http.tls=off", "workq.tls=off", "workq.ttr-port=0"));
        try (LocalServer server = AllDoors.start(folder.resolve("data"), settings.toArray(String[]::new))) {
            int http = server.awaitReady("http");
            for (String door : List.of("http", "workq", "workq-ttr")) {
                assertThatThrownBy(() -> new TestClient(server.awaitReady(door), tls.client()))
                        .isInstanceOf(UncheckedIOException.class);
            }
            for (String door : List.of("qless", "goqueue")) {
                try (TestClient plain = new TestClient(server.awaitReady(door)).send("hello")) {
                    plain.expectGone();
                }
            }
            assertThat(Scrape.of(http).counted("reeve_refusals_total", "door", "why"))
                    .isEqualTo(
                            Map.of("http tls", 1L, "workq tls", 2L, "qless plain_text", 1L, "goqueue plain_text", 1L));
        }
    }

    /** The library reads how to treat them once in a process, so this server has its own. */
    @Test
    void a_new_handshake_on_an_open_connection_is_refused() throws Exception {
        TlsFolder tls = new TlsFolder(folder);
        try (ServerProcess server = AllDoors.startProcess(folder.resolve("data"), tls.settings());
                SSLSocket socket = (SSLSocket)
                        tls.client().getSocketFactory().createSocket("127.0.0.1", server.awaitReady("workq"))) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.startHandshake();
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        socket.getInputStream().read();
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_start_with_bad_TLS_files_ends_with_one_line() throws Exception {
        TlsFolder tls = new TlsFolder(folder);
        Files.delete(tls.key());
        try (ServerProcess server = ServerProcess.start(folder.resolve("data"), tls.settings())) {
            assertThat(server.awaitExit()).isEqualTo(1);
            assertThat(server.lines()).containsExactly("reeve: tls.key: " + tls.key() + " does not exist");
        }
    }

    @Test
    void a_certificate_that_is_replaced_under_load_drops_no_connection() throws Exception {
        TlsFolder tls = new TlsFolder(folder);
        try (LogLines lines = LogLines.all(Tls.class.getName());
                LocalServer server = AllDoors.start(folder.resolve("data"), tls.settings());
                AllDoors doors = AllDoors.of(server, tls.client())) {
            doors.ocypod().declare("q", "{}");
            tls.use(tls.authority().issue("CN=new"));
            while (!subject(server, tls).equals("CN=new")) {
                for (DoorClient door : doors.all()) {
                    door.add("q", "{}");
                    assertThat(door.complete(AllDoors.take(door, "q"))).isTrue();
                }
                try (TestClient fresh = new TestClient(server.awaitReady("workq"), tls.client())) {
                    assertThat(fresh.ask("inspect queue none")).isEqualTo("-NOT-FOUND");
                }
                TimeUnit.MICROSECONDS.sleep(ROUND_MICROS);
            }
            for (DoorClient door : doors.all()) {
                door.add("q", "{}");
            }
            // The line follows when the certificate is in use.
            await().untilAsserted(() -> assertThat(lines.told())
                    .singleElement()
                    .asString()
                    .startsWith("new TLS files are in use; certificate of CN=new"));
        }
    }

    /** Of the certificate that a new connection gets. */
    private static String subject(LocalServer server, TlsFolder tls) throws Exception {
        try (TestClient fresh = new TestClient(server.awaitReady("workq"), tls.client())) {
            return fresh.tlsSession().getPeerPrincipal().getName();
        }
    }
}
