package dev.reeve.server.across;

import dev.reeve.testkit.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A client of each door of one server. */
record AllDoors(WorkqSide workq, QlessSide qless, GoqueueSide goqueue, OcypodSide ocypod, JobberSide jobber)
        implements AutoCloseable {
    /** Starts a server with all doors open; settings are {@code key=value}. */
    static ServerProcess start(Path data, String... settings) throws IOException {
        Stream<String> open = Stream.of("http.port=0", "qless.port=0", "goqueue.port=0");
        return ServerProcess.start(
                data, Stream.concat(open, Stream.of(settings)).toArray(String[]::new));
    }

    static AllDoors of(ServerProcess server) throws Exception {
        int http = server.awaitReady("http");
        return new AllDoors(
                new WorkqSide(server.awaitReady("workq")),
                new QlessSide(server.awaitReady("qless")),
                new GoqueueSide(server.awaitReady("goqueue")),
                new OcypodSide(http),
                new JobberSide(http));
    }

    List<DoorSide> all() {
        return List.of(workq, qless, goqueue, ocypod, jobber);
    }

    /** Whether jobs of this door are deleted as soon as they are finished. */
    boolean forgets(DoorSide door) {
        return door == goqueue || door == jobber;
    }

    @Override
    public void close() throws Exception {
        for (DoorSide door : all()) {
            door.close();
        }
    }
}
