package dev.reeve.server.across;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.ApiClient;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.DoorPorts;
import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.JobberClient;
import dev.reeve.testkit.OcypodClient;
import dev.reeve.testkit.QlessClient;
import dev.reeve.testkit.RawHttp;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/** A client of each door of one server. */
record AllDoors(
        WorkqClient workq,
        QlessClient qless,
        GoqueueClient goqueue,
        OcypodClient ocypod,
        JobberClient jobber,
        ApiClient api)
        implements AutoCloseable {
    /** Starts a server with all doors open; settings are {@code key=value}. */
    static LocalServer start(Path data, String... settings) {
        return LocalServer.start(data, withDoors(settings));
    }

    /** The same as a process of its own, which can be killed and says what it logs. */
    static ServerProcess startProcess(Path data, String... settings) throws IOException {
        return ServerProcess.start(data, withDoors(settings));
    }

    private static String[] withDoors(String... settings) {
        Stream<String> open = Stream.of("http.port=0", "qless.port=0", "goqueue.port=0");
        return Stream.concat(open, Stream.of(settings)).toArray(String[]::new);
    }

    static AllDoors of(DoorPorts server) throws InterruptedException {
        int http = server.awaitReady("http");
        return new AllDoors(
                new WorkqClient(server.awaitReady("workq")),
                new QlessClient(server.awaitReady("qless")),
                new GoqueueClient(server.awaitReady("goqueue")),
                new OcypodClient(http),
                new JobberClient(http),
                new ApiClient(http));
    }

    /** As {@link #of}, with TLS on every door. */
    static AllDoors of(DoorPorts server, SSLContext tls) throws InterruptedException {
        int http = server.awaitReady("http");
        return new AllDoors(
                new WorkqClient(new TestClient(server.awaitReady("workq"), tls)),
                new QlessClient(new TestClient(server.awaitReady("qless"), tls)),
                new GoqueueClient(new TestClient(server.awaitReady("goqueue"), tls)),
                new OcypodClient(new RawHttp(new TestClient(http, tls))),
                new JobberClient(new RawHttp(new TestClient(http, tls))),
                new ApiClient(new RawHttp(new TestClient(http, tls))));
    }

    List<DoorClient> all() {
        return List.of(workq, qless, goqueue, ocypod, jobber, api);
    }

    /** Leases a job that must be there. */
    static DoorClient.Taken take(DoorClient door, String queue) {
        return Objects.requireNonNull(door.acquire(queue), queue);
    }

    /** Whether jobs of this door are deleted as soon as they are finished. */
    boolean forgets(DoorClient door) {
        return door == goqueue || door == jobber;
    }

    @Override
    public void close() {
        all().forEach(DoorClient::close);
    }
}
