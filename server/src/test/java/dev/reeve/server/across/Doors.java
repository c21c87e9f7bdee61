package dev.reeve.server.across;

import dev.reeve.server.crash.ServerProcess;
import java.util.List;

/** A client of each door of one server. */
record Doors(WorkqSide workq, QlessSide qless, GoqueueSide goqueue, OcypodSide ocypod, JobberSide jobber)
        implements AutoCloseable {
    static Doors of(ServerProcess server) throws Exception {
        int http = server.awaitReady("http");
        return new Doors(
                new WorkqSide(server.awaitReady("workq")),
                new QlessSide(server.awaitReady("qless")),
                new GoqueueSide(server.awaitReady("goqueue")),
                new OcypodSide(http),
                new JobberSide(http));
    }

    List<Door> all() {
        return List.of(workq, qless, goqueue, ocypod, jobber);
    }

    /** Whether jobs that came in through the door are gone as soon as they are finished. */
    boolean forgets(Door door) {
        return door == goqueue || door == jobber;
    }

    @Override
    public void close() throws Exception {
        for (Door door : all()) {
            door.close();
        }
    }
}
