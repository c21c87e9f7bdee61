package dev.reeve.bench;

import dev.reeve.bench.load.Door;
import dev.reeve.server.Server;
import dev.reeve.server.SettingsReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A server in this process with all doors open. */
public final class LiveServer implements AutoCloseable {
    private final Map<String, Integer> ports = new HashMap<>();
    private final Server server;

    public LiveServer(Path data) throws IOException {
        SettingsReader settings = new SettingsReader();
        settings.readAssignment("data=" + data);
        for (Door door : Door.OURS) {
            if (!ports.containsKey(door.listener())) {
                ports.put(door.listener(), freePort());
                settings.readAssignment(door.listener() + ".port=" + port(door));
            }
        }
        server = new Server(settings.settings());
        server.start();
    }

    public InetSocketAddress address(Door door) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port(door));
    }

    public int port(Door door) {
        return ports.getOrDefault(door.listener(), -1);
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
