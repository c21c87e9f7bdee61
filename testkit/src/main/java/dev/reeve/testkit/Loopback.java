package dev.reeve.testkit;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** The loopback addresses of both families. */
public final class Loopback {
    private Loopback() {}

    /** The loopback addresses at which the port accepts connections. */
    public static List<String> accepting(int port) throws IOException {
        List<String> accepting = new ArrayList<>();
        for (String host : List.of("127.0.0.1", "::1")) {
            try (Socket socket = new Socket(InetAddress.getByName(host), port)) {
                accepting.add(socket.isConnected() ? host : "");
            } catch (ConnectException refused) {
                // No one listens there.
            }
        }
        return accepting;
    }
}
