package dev.reeve.campaign.abuse;

import dev.reeve.testkit.ServerProcess;
import java.util.List;

/** The ports of a server's doors. */
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

    /** The ports of all doors, in order. */
    int inTurn(int index) {
        return all().get(index % all().size());
    }
}
