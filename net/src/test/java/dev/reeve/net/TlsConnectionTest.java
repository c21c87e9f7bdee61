package dev.reeve.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.net.tls.ClientAuthentication;
import dev.reeve.net.tls.Tls;
import dev.reeve.net.tls.TlsSettings;
import dev.reeve.testkit.CertificateAuthority;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.TlsFolder;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS in front of sessions, on real sockets. */
@Timeout(120)
class TlsConnectionTest {
    private static final String V13 = "TLSv1.3";
    private static final String V12 = "TLSv1.2";
    private static final String SLOW = "echo disconnected connections: the TLS handshake was not finished in time";

    @TempDir
    private Path folder;

    private TlsFolder files;
    private Tls tls;
    private TestServer server;
    private int port;
    private LogLines refusals;

    @BeforeEach
    void start() throws Exception {
        files = new TlsFolder(folder);
        refusals = new LogLines(RefusalLog.class);
        open(null, ClientAuthentication.REQUIRED);
    }

    private void open(@Nullable Path clientCa, ClientAuthentication authentication) throws Exception {
        tls = new Tls(new TlsSettings(files.certificate(), files.key(), clientCa, authentication), Clock.systemUTC());
        server = new TestServer(JournalKind.LOCAL);
        port = server.open("echo", new EchoDoor(), tls).address().getPort();
    }

    private void askForCertificates(ClientAuthentication authentication) throws Exception {
        server.close();
        tls.close();
        Path clientCa = folder.resolve("client-ca.crt");
        TlsFolder.write(clientCa, files.authority().pem());
        open(clientCa, authentication);
    }

    @AfterEach
    void stop() {
        server.close();
        tls.close();
        refusals.close();
    }

    private TestClient connect(String... versions) {
        return new TestClient(port, files.client(), versions);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private List<String> told() {
        try {
            return refusals.told();
        } catch (ConcurrentModificationException e) {
            // The loop has logged a line meanwhile.
            return List.of();
        }
    }

    private void expectRefusal(String line) {
        await(() -> told().contains(line));
        assertThat(told()).filteredOn(told -> !told.contains(" more ")).containsExactly(line);
    }

    @ParameterizedTest
    @ValueSource(strings = {V13, V12})
    void both_versions_are_served_with_authenticated_encryption(String version) {
        try (TestClient client = connect(version)) {
            assertThat(client.ask("hello")).isEqualTo("hello");
            assertThat(client.tlsSession().getProtocol()).isEqualTo(version);
            assertThat(client.tlsSession().getCipherSuite()).containsPattern("GCM|POLY1305");
            assertThat(client.ask("peer")).isEqualTo("Peer[address=/127.0.0.1, certificateSubject=null]");
        }
    }

    @Test
    void older_ciphers_are_refused() throws Exception {
        SSLEngine engine = files.client().createSSLEngine();
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(new String[] {V12});
        engine.setEnabledCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"});
        try (TestClient client = new TestClient(port)) {
            client.sendRaw(hello(engine));
            // A fatal alert: handshake_failure.
            assertThat(client.readToTheEnd()).isEqualTo("\u0015\u0003\u0003\u0000\u0002\u0002(");
        }
        expectRefusal("echo disconnected connections: the TLS handshake failed");
    }

    private static byte[] hello(SSLEngine engine) throws SSLException {
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        byte[] bytes = new byte[hello.flip().remaining()];
        hello.get(bytes);
        return bytes;
    }

    private byte[] hello() throws SSLException {
        SSLEngine engine = files.client().createSSLEngine();
        engine.setUseClientMode(true);
        return hello(engine);
    }

    @Test
    void no_plain_byte_is_on_the_wire() throws Exception {
        String secret = "a-payload-nobody-may-see";
        try (RecordingProxy proxy = new RecordingProxy(port, 8192);
                TestClient client = new TestClient(proxy.port(), files.client())) {
            for (int i = 0; i < 50; i++) {
                assertThat(client.ask(secret)).isEqualTo(secret);
            }
            client.send("big");
            assertThat(client.readBytes(EchoDoor.BIG_BYTES)).hasSize(EchoDoor.BIG_BYTES);
            client.send("end of " + secret).expect("end of " + secret);
            client.expectClosed();
            assertThat(proxy.recorded()).doesNotContain(secret).hasSizeGreaterThan(EchoDoor.BIG_BYTES);
            assertThat(proxy.recorded()).doesNotContain("\0".repeat(64));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {V13, V12, "plain"})
    void the_last_replies_arrive_when_the_session_ends_while_the_client_still_sends(String version) {
        int plain = server.open("plain", new EchoDoor()).address().getPort();
        try (TestClient client = version.equals("plain") ? new TestClient(plain) : connect(version)) {
            client.send("big", "end");
            IntStream.range(0, 100).forEach(i -> client.send("more ".repeat(50)));
            assertThat(client.readBytes(EchoDoor.BIG_BYTES)).hasSize(EchoDoor.BIG_BYTES);
            client.expect("end");
            // The client gets close_notify: without it, reading throws an exception.
            client.expectClosed();
        }
    }

    @Test
    void a_client_that_half_closes_by_close_notify_gets_the_last_replies() {
        try (TestClient client = connect(V13)) {
            client.send("big", "one", "two").endInput();
            assertThat(client.readBytes(EchoDoor.BIG_BYTES)).hasSize(EchoDoor.BIG_BYTES);
            client.expect("one", "two");
            client.expectClosed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {V13, V12})
    void a_client_that_half_closes_the_connection_gets_the_last_replies(String version) {
        try (TestClient client = connect(version)) {
            client.send("big", "one", "two").endConnectionInput();
            assertThat(client.readBytes(EchoDoor.BIG_BYTES)).hasSize(EchoDoor.BIG_BYTES);
            client.expect("one", "two");
            client.expectClosed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {V13, V12})
    void a_client_that_closes_is_gone(String version) {
        connect(version).send("hello").expect("hello").close();
        await(() -> server.connections().count() == 0);
        TestClient vanishing = connect(version).send("hello").expect("hello");
        vanishing.vanish();
        await(() -> server.connections().count() == 0);
        assertThat(refusals.told()).isEmpty();
    }

    @Test
    void a_stop_says_goodbye_to_clients_of_TLS() {
        try (TestClient client = connect()) {
            client.send("hello").expect("hello");
            server.door("echo").stopAccepting();
            server.connections().stop(5_000);
            client.expectClosed();
        }
    }

    @Test
    void plain_text_is_refused() {
        try (TestClient client = new TestClient(port).send("hello", "world")) {
            client.expectGone();
        }
        expectRefusal("echo disconnected connections: they sent plain text, and the port uses TLS");
    }

    @Test
    void TLS_at_a_port_without_it_is_refused() throws Exception {
        int plain = server.open("plain", new EchoDoor()).address().getPort();
        for (byte[] first : List.of(hello(), new byte[] {0x16})) {
            try (TestClient client = new TestClient(plain).sendRaw(first)) {
                client.expectGone();
            }
        }
        expectRefusal("echo disconnected connections: they use TLS, and the port does not");
    }

    @Test
    void a_damaged_record_closes_the_connection_quietly() {
        try (TestClient client = connect();
                LogLines sessions = new LogLines(Session.class)) {
            client.send("hello").expect("hello");
            client.sendBelowTls(new byte[] {
                0x17, 3, 3, 0, 32, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
                24, 25, 26, 27, 28, 29, 30, 31, 32
            });
            await(() -> server.connections().count() == 0);
            assertThat(sessions.told()).isEmpty();
        }
    }

    @Test
    void a_handshake_may_come_byte_by_byte() throws Exception {
        try (RecordingProxy proxy = new RecordingProxy(port, 1);
                TestClient client = new TestClient(proxy.port(), files.client())) {
            assertThat(client.ask("hello")).isEqualTo("hello");
        }
    }

    @Test
    void what_is_sent_before_the_handshake_is_finished_is_bounded() throws Exception {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            // The record announces 16 KiB that never come as a whole; each further record continues the same message.
            client.getOutputStream().write(hello());
            byte[] much = new byte[64 << 10];
            Thread writer = new Thread(() -> {
                try {
                    for (int i = 0; i < 2_000; i++) {
                        client.getOutputStream().write(much);
                    }
                } catch (IOException e) {
                    // The server has closed the connection.
                }
            });
            writer.start();
            writer.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(writer.isAlive()).isFalse();
        }
        try (TestClient healthy = connect()) {
            assertThat(healthy.ask("hello")).isEqualTo("hello");
        }
    }

    @Test
    void clients_are_served_among_hundreds_of_unfinished_handshakes() throws Exception {
        List<Socket> unfinished = new ArrayList<>();
        byte[] hello = hello();
        try (TestClient before = connect()) {
            for (int i = 0; i < 200; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                unfinished.add(socket);
                socket.getOutputStream().write(hello, 0, i % 2 == 0 ? hello.length : i % 100);
                if (i % 20 == 0) {
                    assertThat(before.ask("hello")).isEqualTo("hello");
                }
            }
            try (TestClient fresh = connect()) {
                assertThat(fresh.ask("hello")).isEqualTo("hello");
                assertThat(server.connections().count()).isEqualTo(2);
            }
            assertThat(tls.handshakes().count()).isGreaterThan(150);
        } finally {
            for (Socket socket : unfinished) {
                socket.close();
            }
        }
        await(() -> tls.handshakes().count() == 0);
        assertThat(told()).as("none had to be ended because its time was over").doesNotContain(SLOW);
    }

    @Test
    void the_oldest_unfinished_handshakes_end_when_there_are_too_many() throws Exception {
        tls.handshakes().within(() -> 0);
        List<TestClient> unfinished = new ArrayList<>();
        for (int i = 0; i < 65; i++) {
            unfinished.add(new TestClient(port));
        }
        unfinished.get(0).expectGone();
        expectRefusal("echo disconnected connections: too many TLS handshakes are unfinished");
        try (TestClient healthy = connect()) {
            assertThat(healthy.ask("hello")).isEqualTo("hello");
        }
        unfinished.get(1).expectGone();
        assertThat(tls.handshakes().count()).isEqualTo(63);
        unfinished.forEach(TestClient::close);
    }

    @Test
    void a_handshake_that_takes_too_long_ends() {
        try (TestClient idle = new TestClient(port)) {
            idle.expectGone();
        }
        expectRefusal(SLOW);
    }

    @Test
    void the_pipeline_of_a_plain_connection_has_the_session_only() {
        List<String> handlers = server.onLoop(() -> {
            EmbeddedChannel plain = new EmbeddedChannel(TcpDoor.sessions(server.connections(), new EchoDoor()));
            List<String> names = new ArrayList<>(plain.pipeline().toMap().keySet());
            plain.close();
            return names;
        });
        assertThat(handlers).containsExactly("Session#0");
    }

    @Test
    void new_connections_get_a_new_certificate_and_open_ones_go_on() throws Exception {
        List<TestClient> open = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            open.add(connect());
        }
        for (int round = 0; round < 5; round++) {
            files.use(files.authority().issue("CN=reeve" + round));
            tls.readAgain();
            for (TestClient client : List.copyOf(open)) {
                assertThat(client.ask("hello")).isEqualTo("hello");
            }
            TestClient fresh = connect();
            assertThat(fresh.tlsSession().getPeerPrincipal().getName()).isEqualTo("CN=reeve" + round);
            open.add(fresh);
        }
        assertThat(open.get(0).tlsSession().getPeerPrincipal().getName()).isEqualTo("CN=reeve");
        open.forEach(TestClient::close);
    }

    @ParameterizedTest
    @ValueSource(strings = {V13, V12})
    void a_client_certificate_says_who_is_there(String version) throws Exception {
        askForCertificates(ClientAuthentication.REQUIRED);
        SSLContext ann = files.authority().client(files.authority().issue("CN=ann,OU=mail"));
        for (int i = 0; i < 2; i++) {
            // The second handshake resumes the session of the first.
            try (TestClient client = new TestClient(port, ann, version)) {
                assertThat(client.ask("peer")).isEqualTo("Peer[address=/127.0.0.1, certificateSubject=CN=ann,OU=mail]");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {V13, V12})
    void client_certificates_that_are_not_valid_are_refused(String version) throws Exception {
        askForCertificates(ClientAuthentication.REQUIRED);
        CertificateAuthority other = new CertificateAuthority("CN=Test authority");
        List<SSLContext> bad = List.of(
                files.authority().client(null),
                files.authority().client(files.authority().issue("CN=ann", Duration.ofDays(-1))),
                files.authority().client(other.issue("CN=ann")),
                files.authority().client(CertificateAuthority.selfSigned("CN=ann")));
        for (SSLContext context : bad) {
            // In TLS 1.3 the client learns of the refusal when it reads.
            assertThatThrownBy(() -> new TestClient(port, context, version).ask("hello"))
                    .isInstanceOf(UncheckedIOException.class);
        }
        assertThat(server.connections().count()).isZero();
        expectRefusal("echo refused connections: the client certificate is missing, expired or not of an authority in"
                + " tls.client-ca");
    }

    @Test
    void a_client_certificate_can_be_optional_but_not_wrong() throws Exception {
        askForCertificates(ClientAuthentication.OPTIONAL);
        try (TestClient client = connect()) {
            assertThat(client.ask("peer")).endsWith("certificateSubject=null]");
        }
        SSLContext wrong = files.authority().client(CertificateAuthority.selfSigned("CN=ann"));
        assertThatThrownBy(() -> new TestClient(port, wrong, V13).ask("hello"))
                .isInstanceOf(UncheckedIOException.class);
    }
}
