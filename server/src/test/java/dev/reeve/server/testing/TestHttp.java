package dev.reeve.server.testing;

import dev.reeve.door.jobber.JobberSettings;
import dev.reeve.door.ocypod.OcypodSettings;
import dev.reeve.net.http.HttpLimits;
import dev.reeve.net.http.HttpListener;
import dev.reeve.net.http.LoopBridge;
import dev.reeve.net.testing.TestServer;
import dev.reeve.server.HttpRoutes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The HTTP doors of a test server, with the memory budget of the server, and a client for them. */
public final class TestHttp implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final TestServer server;
    private final HttpListener listener;
    private final LoopBridge loopBridge;
    private final InetSocketAddress address;
    private final HttpClient client = HttpClient.newHttpClient();
    private Consumer<HttpResponse<String>> observer = answer -> {};

    public TestHttp(TestServer server) {
        this(server, HttpLimits.DEFAULTS, OcypodSettings.DEFAULTS);
    }

    public TestHttp(TestServer server, HttpLimits limits, OcypodSettings ocypod) {
        this.server = server;
        listener = new HttpListener(limits, server.quota(), server.memoryBudget(), null);
        try {
            address = listener.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        loopBridge = listener.serve(server.node(), HttpRoutes.of(ocypod, JobberSettings.DEFAULTS));
    }

    /** The server stops. */
    public void stopping() {
        listener.unhealthy("stopping");
    }

    public InetSocketAddress address() {
        return address;
    }

    public HttpRequest.Builder request(String method, String path, BodyPublisher body) {
        URI uri = URI.create("http://127.0.0.1:" + address.getPort() + path);
        return HttpRequest.newBuilder(uri).timeout(PATIENCE).method(method, body);
    }

    /** Sends JSON, or nothing if the body is empty. */
    public HttpResponse<String> send(String method, String path, String body) {
        HttpRequest.Builder request =
                request(method, path, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        return send(body.isEmpty() ? request : request.header("content-type", "application/json"));
    }

    public HttpResponse<String> get(String path) {
        return send("GET", path, "");
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        return sendLater(request)
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    public CompletableFuture<HttpResponse<String>> sendLater(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), new TextOrStream()).thenApply(answer -> {
            observer.accept(answer);
            return answer;
        });
    }

    /** Shows every answer to the observer too; if it throws, the request fails. */
    public TestHttp observedBy(Consumer<HttpResponse<String>> watching) {
        observer = watching;
        return this;
    }

    /** The number of open connections. */
    public int connections() {
        return listener.connections();
    }

    /** The number of requests that have reached the node. */
    public long taken() {
        return loopBridge.taken();
    }

    /** Waits until this number of requests has reached the node and all their effects are done. */
    public void settle(long taken) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (loopBridge.taken() < taken) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(loopBridge.taken() + " of " + taken + " requests have reached the node");
            }
            Thread.onSpinWait();
        }
        // Each round runs the pending tasks of both loops. A request changes loops only a few times.
        for (int round = 0; round < 4; round++) {
            get("/info/version");
            server.settle();
        }
    }

    @Override
    public void close() {
        listener.close();
    }
}
