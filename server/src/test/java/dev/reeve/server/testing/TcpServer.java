package dev.reeve.server.testing;

import dev.reeve.door.goqueue.GoqueueDoor;
import dev.reeve.door.goqueue.GoqueueSettings;
import dev.reeve.door.workq.WorkqDoor;
import dev.reeve.door.workq.WorkqSettings;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;

/** Starts servers with the Workq and the Go Job Queue doors. */
public final class TcpServer {
    private TcpServer() {}

    public static TestServer start(JournalKind kind) {
        return start(TestServer.Options.of(kind));
    }

    public static TestServer start(TestServer.Options options) {
        TestServer server = new TestServer(options);
        server.open("workq", new WorkqDoor(server.node(), server.connections(), WorkqSettings.DEFAULTS));
        server.open("goqueue", new GoqueueDoor(server.node(), GoqueueSettings.DEFAULTS));
        return server;
    }
}
