package dev.reeve.server.cli;

import dev.reeve.server.FolderTree;
import dev.reeve.server.Server;
import dev.reeve.server.SettingsReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts a server on a temporary folder, lets its doors do a little, and stops it. The launcher does so once, and has the JVM write an
 * archive of the classes that were loaded: later starts of servers begin with it.
 */
public final class ServerRehearsal {
    private static final List<String> SETTINGS =
            List.of("http.port=0", "workq.port=0", "goqueue.port=0", "qless.port=0");

    private static final List<String> REQUESTS = List.of(
            post("/v1/jobs", "{\"queue\":\"q\",\"payload\":{\"to\":\"ann\"},\"id\":\"a\"}"),
            post("/v1/acquire", "{\"queues\":[\"q\"]}"),
            "GET /v1/jobs?queue=q HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");

    private static final String WORKQ = String.join(
            "\r\n",
            "add 6ba7b810-9dad-11d1-80b4-00c04fd430c4 w 1000 60000 2",
            "{}",
            "lease w 1000",
            "complete 6ba7b810-9dad-11d1-80b4-00c04fd430c4 2",
            "{}",
            "");

    private ServerRehearsal() {}

    public static void main(String[] arguments) throws IOException {
        Path data = Files.createTempDirectory("reeve-rehearsal");
        try {
            SettingsReader settings = new SettingsReader();
            SETTINGS.forEach(settings::readAssignment);
            settings.readAssignment("data=" + data);
            Server server = new Server(settings.settings());
            server.start();
            for (String request : REQUESTS) {
                ask(server.port("http"), request);
            }
            ask(server.port("workq"), WORKQ);
            ask(server.port("qless"), "PING\r\n");
            server.stop();
        } finally {
            FolderTree.delete(data);
        }
        System.exit(0);
    }

    private static String post(String path, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    /** Sends the request and waits for the beginning of the reply. */
    private static void ask(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            if (socket.getInputStream().read() < 0) {
                throw new IOException("no reply to " + request);
            }
        }
    }
}
