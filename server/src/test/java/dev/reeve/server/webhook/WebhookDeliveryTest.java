package dev.reeve.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.job.JobHeaders;
import dev.reeve.engine.webhook.Webhook;
import dev.reeve.testkit.CertificateAuthority;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WebhookDeliveryTest {
    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);
    private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(KEY);
    private static final byte[] BODY = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
    private static final int SHORT_MILLIS = 1_000;
    private static final int LONG_MILLIS = 30_000;

    private static Delivery.@Nullable Failure attempt(SSLContext tls, WebhookTargets targets, String url) {
        return attempt(tls, targets, url, LONG_MILLIS);
    }

    private static Delivery.@Nullable Failure attempt(
            SSLContext tls, WebhookTargets targets, String url, int timeoutMillis) {
        try (Delivery delivery = new Delivery(targets, new WebhookClient(tls, timeoutMillis))) {
            Webhook to = new Webhook("w", url, List.of(), List.of(), SECRET);
            return delivery.attempt("w:7", to, JobHeaders.NONE, BODY, 1_700_000_000);
        }
    }

    private static Delivery.@Nullable Failure attempt(String url) throws Exception {
        return attempt(SSLContext.getDefault(), new WebhookTargets(List.of("127.0.0.1")), url);
    }

    private static Delivery.@Nullable Failure shortAttempt(String url) throws Exception {
        return attempt(SSLContext.getDefault(), new WebhookTargets(List.of("127.0.0.1")), url, SHORT_MILLIS);
    }

    private static void expect(Delivery.@Nullable Failure failure, String type, String message) {
        assertThat(failure).isNotNull();
        assertThat(failure.type()).as(failure.message()).isEqualTo(type);
        assertThat(failure.message()).contains(message);
        assertThat(failure.isFinal()).isFalse();
    }

    @Test
    void a_delivery_is_signed_over_its_id_its_time_and_its_body() throws Exception {
        try (FakeReceiver receiver = new FakeReceiver(request -> FakeReceiver.OK)) {
            assertThat(attempt("http://127.0.0.1:" + receiver.port() + "/hook?x=1"))
                    .isNull();
            FakeReceiver.Received request = receiver.received.get(0);
            assertThat(request.line()).isEqualTo("POST /hook?x=1 HTTP/1.1");
            assertThat(request.body()).isEqualTo("{\"a\":1}");
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
            String signature = Base64.getEncoder()
                    .encodeToString(mac.doFinal("w:7.1700000000.{\"a\":1}".getBytes(StandardCharsets.UTF_8)));
            assertThat(request.headers())
                    .containsEntry("webhook-id", "w:7")
                    .containsEntry("webhook-timestamp", "1700000000")
                    .containsEntry("webhook-signature", "v1," + signature)
                    .containsEntry("content-type", "application/cloudevents+json; charset=utf-8")
                    .containsEntry("host", "127.0.0.1:" + receiver.port());
        }
    }

    @Test
    void the_body_is_a_cloud_event() {
        JobHeaders facts = JobHeaders.of(Map.of(
                "event", "job.failed",
                "event_id", "7",
                "subject", "a \"1\"\n",
                "at_micros", "1500000",
                "queue", "q",
                "type", "t",
                "number", "42",
                "attempt", "3",
                "error_type", "T",
                "error_message", "tab\t€"));
        assertThat(new String(CloudEvent.of(facts), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/reeve\",\"type\":\"dev.reeve.job.failed\","
                                + "\"subject\":\"a \\\"1\\\"\\n\",\"time\":\"1970-01-01T00:00:01.500000Z\","
                                + "\"datacontenttype\":\"application/json\",\"data\":{\"queue\":\"q\",\"type\":\"t\",\"number\":42,"
                                + "\"attempt\":3,\"error\":{\"type\":\"T\",\"message\":\"tab\\t€\"}}}");
        JobHeaders test = JobHeaders.of(Map.of("event", "test", "event_id", "8", "subject", "w"));
        assertThat(new String(CloudEvent.of(test), StandardCharsets.UTF_8))
                .isEqualTo("{\"specversion\":\"1.0\",\"id\":\"8\",\"source\":\"/reeve\",\"type\":\"dev.reeve.test\","
                        + "\"subject\":\"w\",\"time\":\"1970-01-01T00:00:00.000000Z\","
                        + "\"datacontenttype\":\"application/json\",\"data\":{}}");
    }

    @Test
    void a_callback_has_no_signature() throws Exception {
        try (FakeReceiver receiver = new FakeReceiver(request -> FakeReceiver.OK);
                Delivery delivery = new Delivery(
                        new WebhookTargets(List.of("127.0.0.1")),
                        new WebhookClient(SSLContext.getDefault(), LONG_MILLIS))) {
            Webhook callback = new Webhook("", "http://127.0.0.1:" + receiver.port(), List.of(), List.of(), "");
            assertThat(delivery.attempt("@callback:1", callback, JobHeaders.NONE, BODY, 1))
                    .isNull();
            assertThat(receiver.received.get(0).line()).isEqualTo("POST / HTTP/1.1");
            assertThat(receiver.received.get(0).headers()).doesNotContainKey("webhook-signature");
        }
    }

    @Test
    void the_trace_of_the_job_goes_along_and_nothing_else_that_a_client_wrote() throws Exception {
        try (FakeReceiver receiver = new FakeReceiver(request -> FakeReceiver.OK);
                Delivery delivery = new Delivery(
                        new WebhookTargets(List.of("127.0.0.1")),
                        new WebhookClient(SSLContext.getDefault(), LONG_MILLIS))) {
            Webhook to = new Webhook("w", "http://127.0.0.1:" + receiver.port(), List.of(), List.of(), SECRET);
            String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
            JobHeaders traced = JobHeaders.of(Map.of("traceparent", parent, "tracestate", "a=b, c=d", "queue", "q"));
            assertThat(delivery.attempt("w:1", to, traced, BODY, 1)).isNull();
            JobHeaders hostile = JobHeaders.of(Map.of("traceparent", "x\r\nEvil: 1", "tracestate", "a=\u00fc"));
            assertThat(delivery.attempt("w:2", to, hostile, BODY, 1)).isNull();
            assertThat(receiver.received.get(0).headers())
                    .containsEntry("traceparent", parent)
                    .containsEntry("tracestate", "a=b, c=d")
                    .doesNotContainKey("queue");
            assertThat(receiver.received.get(1).headers()).doesNotContainKeys("traceparent", "tracestate", "evil");
        }
    }

    @Test
    void what_is_no_success_is_a_failure() throws Exception {
        AtomicInteger status = new AtomicInteger();
        try (FakeReceiver receiver = new FakeReceiver(
                request -> "HTTP/1.1 " + status.get() + " Any\r\nLocation: http://127.0.0.1:1/\r\n\r\n")) {
            String url = "http://127.0.0.1:" + receiver.port() + "/";
            for (int success : List.of(200, 201, 202, 204)) {
                status.set(success);
                assertThat(attempt(url)).isNull();
            }
            for (int failure : List.of(400, 404, 410, 429, 500, 503)) {
                status.set(failure);
                expect(attempt(url), "reeve:http-status", "the receiver answered " + failure);
            }
            status.set(302);
            expect(attempt(url), "reeve:http-status", "the receiver answered 302, and redirects are not followed");
            assertThat(receiver.received).hasSize(11);
        }
    }

    @Test
    void interim_answers_are_skipped() throws Exception {
        try (FakeReceiver receiver =
                new FakeReceiver(request -> "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + FakeReceiver.OK)) {
            assertThat(attempt("http://127.0.0.1:" + receiver.port() + "/")).isNull();
        }
    }

    @Test
    void a_receiver_that_never_answers_is_given_up() throws Exception {
        try (FakeReceiver receiver = new FakeReceiver(request -> null)) {
            expect(
                    shortAttempt("http://127.0.0.1:" + receiver.port() + "/"),
                    "reeve:timeout",
                    "no answer within 1000 ms");
        }
    }

    @Test
    void so_is_one_that_sends_a_byte_now_and_then() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread drip = new Thread(() -> {
                try (var socket = listener.accept()) {
                    while (true) {
                        socket.getOutputStream().write('H');
                        Thread.sleep(100);
                    }
                } catch (Exception e) {
                    // The other side has given up.
                }
            });
            drip.setDaemon(true);
            drip.start();
            expect(
                    shortAttempt("http://127.0.0.1:" + listener.getLocalPort() + "/"),
                    "reeve:timeout",
                    "no answer within");
        }
    }

    @Test
    void an_answer_that_is_no_http_is_a_failure() throws Exception {
        try (FakeReceiver receiver = new FakeReceiver(request -> "SSH-2.0-x\r\n")) {
            expect(attempt("http://127.0.0.1:" + receiver.port() + "/"), "reeve:unreachable", "not HTTP/1.1");
        }
        try (FakeReceiver receiver = new FakeReceiver(request -> "HTTP/1.1 103 A\r\n" + "x: y\r\n".repeat(5_000))) {
            expect(attempt("http://127.0.0.1:" + receiver.port() + "/"), "reeve:unreachable", "too many lines");
        }
        try (FakeReceiver receiver = new FakeReceiver(request -> "")) {
            expect(
                    attempt("http://127.0.0.1:" + receiver.port() + "/"),
                    "reeve:unreachable",
                    "closed before the answer");
        }
        expect(attempt("http://127.0.0.1:1/"), "reeve:unreachable", "");
    }

    @Test
    void https_needs_a_certificate_that_is_trusted_and_of_that_name() throws Exception {
        CertificateAuthority authority = new CertificateAuthority("CN=Test");
        CertificateAuthority.Certified server = authority.issue("CN=receiver");
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("key", server.key(), new char[0], server.chain().toArray(new Certificate[0]));
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        ServerSocket listener =
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        WebhookTargets named = new WebhookTargets(List.of("localhost", "receiver.example"), host ->
                new InetAddress[] {InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1})});
        SSLContext trusting = authority.client(null);
        try (FakeReceiver receiver = new FakeReceiver(listener, request -> FakeReceiver.OK)) {
            String end = ":" + receiver.port() + "/";
            assertThat(attempt(trusting, named, "https://localhost" + end)).isNull();
            expect(attempt(trusting, named, "https://receiver.example" + end), "reeve:tls", "receiver.example");
            expect(attempt(SSLContext.getDefault(), named, "https://localhost" + end), "reeve:tls", "");
            assertThat(receiver.received).hasSize(1);
        }
        try (FakeReceiver plain = new FakeReceiver(request -> FakeReceiver.OK)) {
            Delivery.Failure failure =
                    attempt(trusting, named, "https://localhost:" + plain.port() + "/", SHORT_MILLIS);
            // It waits for a line that ends, or closes the connection.
            assertThat(failure).isNotNull();
            assertThat(failure.type()).isIn("reeve:tls", "reeve:timeout", "reeve:unreachable");
            assertThat(plain.received)
                    .allSatisfy(request -> assertThat(request.body()).isEmpty());
        }
    }

    @Test
    void the_address_that_was_checked_is_the_one_that_is_used() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        try (FakeReceiver receiver = new FakeReceiver(request -> FakeReceiver.OK)) {
            WebhookTargets rebinding = new WebhookTargets(List.of("127.0.0.1"), host -> new InetAddress[] {
                InetAddress.getByAddress(host, new byte[] {127, 0, 0, (byte) lookups.incrementAndGet()})
            });
            SSLContext tls = SSLContext.getDefault();
            String url = "http://rebind.example:" + receiver.port() + "/";
            assertThat(attempt(tls, rebinding, url)).isNull();
            assertThat(lookups).hasValue(1);
            expect(attempt(tls, rebinding, url), "reeve:target-not-allowed", "rebind.example has no public address");
            assertThat(receiver.received).hasSize(1);
        }
    }

    @Test
    void a_host_that_does_not_exist_is_a_failure() throws Exception {
        expect(attempt("http://nowhere.invalid/"), "reeve:unknown-host", "nowhere.invalid");
        expect(attempt("http://"), "reeve:invalid-target", "");
    }
}
