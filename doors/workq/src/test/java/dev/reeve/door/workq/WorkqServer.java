package dev.reeve.door.workq;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;

/** Starts servers with the two Workq listeners. */
final class WorkqServer {
    private WorkqServer() {}

    static TestServer start(JournalKind kind) {
        return start(TestServer.Options.of(kind));
    }

    static TestServer start(TestServer.Options options) {
        return start(options, WorkqSettings.DEFAULTS);
    }

    static TestServer start(TestServer.Options options, WorkqSettings settings) {
        TestServer server = new TestServer(options);
        WorkqDoor door = new WorkqDoor(server.node(), server.connections(), settings);
        server.open("workq", door);
        server.open("workq-ttr", door.withTtr());
        return server;
    }
}
