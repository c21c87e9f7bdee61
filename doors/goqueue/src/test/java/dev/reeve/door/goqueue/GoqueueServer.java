package dev.reeve.door.goqueue;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.testkit.GoqueueClient;

/** Starts servers with the Go Job Queue door, and connects clients to it. */
final class GoqueueServer {
    private GoqueueServer() {}

    static TestServer start(JournalKind kind) {
        return start(TestServer.Options.of(kind));
    }

    static TestServer start(TestServer.Options options) {
        return start(options, GoqueueSettings.DEFAULTS);
    }

    static TestServer start(TestServer.Options options, GoqueueSettings settings) {
        TestServer server = new TestServer(options);
        server.open("goqueue", new GoqueueDoor(server.node(), settings));
        return server;
    }

    static GoqueueClient connect(TestServer server) {
        return new GoqueueClient(server.connectTo("goqueue"));
    }
}
