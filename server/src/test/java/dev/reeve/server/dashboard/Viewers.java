package dev.reeve.server.dashboard;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** People who look at the overview, as far as the server notices: each has a stream of figures, and reads two lists every five seconds. */
final class Viewers implements AutoCloseable {
    private static final int SECONDS_BETWEEN_READS = 5;

    private final AtomicInteger messages = new AtomicInteger();
    private final List<CompletableFuture<?>> streams = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Viewers(int count, String server, String token) {
        for (int i = 0; i < count; i++) {
            HttpRequest stream = request(server + "/v1/events?event=stats", token);
            streams.add(http.sendAsync(stream, BodyHandlers.fromLineSubscriber(new LineCounter(messages))));
            for (String path : List.of("/v1/server", "/v1/queues?limit=500")) {
                HttpRequest read = request(server + path, token);
                timer.scheduleAtFixedRate(
                        () -> http.sendAsync(read, BodyHandlers.ofString()),
                        i * 1000L * SECONDS_BETWEEN_READS / count,
                        1000L * SECONDS_BETWEEN_READS,
                        TimeUnit.MILLISECONDS);
            }
        }
    }

    private static HttpRequest request(String address, String token) {
        return HttpRequest.newBuilder(URI.create(address))
                .header("authorization", "Bearer " + token)
                .build();
    }

    /** The figures that have arrived, at all viewers together. */
    int messages() {
        return messages.get();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        streams.forEach(stream -> stream.cancel(true));
    }
}
