package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import dev.reeve.server.Server;
import dev.reeve.server.SettingsReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;

/** A server in this process with all doors open. */
public final class LiveServer implements AutoCloseable {
    private final Server server;

    public LiveServer(Path data) {
        SettingsReader settings = new SettingsReader();
        settings.readAssignment("data=" + data);
        settings.readAssignment("journal.segment-size=4MiB");
        Door.OURS.stream().map(Door::listener).distinct().forEach(name -> settings.readAssignment(name + ".port=0"));
        server = new Server(settings.settings());
        server.start();
    }

    public InetSocketAddress address(Door door) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port(door));
    }

    public int port(Door door) {
        return server.port(door.listener());
    }

    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        server.stop();
    }
}
