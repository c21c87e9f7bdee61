package dev.reeve.server.abuse;

import dev.reeve.server.crash.ServerProcess;
import java.util.List;

/** Where the doors of a server are. */
record Ports(int workq, int goqueue, int qless, int http) {
    static final List<String> ALL_DOORS = List.of("http.port=0", "goqueue.port=0", "qless.port=0");

    static Ports of(ServerProcess server) throws InterruptedException {
        return new Ports(
                server.awaitReady("workq"),
                server.awaitReady("goqueue"),
                server.awaitReady("qless"),
                server.awaitReady("http"));
    }

    List<Integer> all() {
        return List.of(workq, goqueue, qless, http);
    }

    /** The port of one door after the other. */
    int inTurn(int index) {
        return all().get(index % all().size());
    }
}
