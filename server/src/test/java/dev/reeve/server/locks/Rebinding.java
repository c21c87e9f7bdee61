package dev.reeve.server.locks;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A port that serves one page, and then passes every connection on to another port, byte by byte. For the browser and for the other
 * server this is a name that leads to the page's server at first and to the other one later.
 */
final class Rebinding implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int target;

    Rebinding(int target) throws IOException {
        this.target = target;
        daemon(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /** What a thread does with sockets that others may close. */
    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // One of the two ends has closed the connection.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = socket.accept();
            daemon(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException {
        try (client) {
            byte[] first = new byte[64 * 1024];
            int length = client.getInputStream().read(first);
            if (length < 0) {
                return;
            }
            if (new String(first, 0, length, StandardCharsets.ISO_8859_1).startsWith("GET /rebound")) {
                byte[] page = HostileSite.page("rebound.html");
                String head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: ";
                client.getOutputStream().write((head + page.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                client.getOutputStream().write(page);
                return;
            }
            try (Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
                server.getOutputStream().write(first, 0, length);
                daemon(() -> pass(server, client));
                pass(client, server);
            }
        }
    }

    private static void pass(Socket from, Socket to) throws IOException {
        try (OutputStream out = to.getOutputStream()) {
            from.getInputStream().transferTo(out);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
