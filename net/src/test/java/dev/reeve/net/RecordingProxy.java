package dev.reeve.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Passes one connection on to a server in pieces, and records the bytes of both directions. */
final class RecordingProxy implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();

    private final int pieceBytes;

    /** @param pieceBytes the size of the pieces; a small piece is sent on its own */
    RecordingProxy(int serverPort, int pieceBytes) throws IOException {
        this.pieceBytes = pieceBytes;
        daemon(() -> {
            Socket client = listening.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            server.setTcpNoDelay(true);
            daemon(() -> copy(client, server));
            copy(server, client);
        });
    }

    private interface Task {
        void run() throws IOException;
    }

    private static void daemon(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException e) {
                // The connection has ended.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void copy(Socket from, Socket to) throws IOException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[pieceBytes];
        int count;
        while ((count = in.read(buffer)) > 0) {
            synchronized (recorded) {
                recorded.write(buffer, 0, count);
            }
            out.write(buffer, 0, count);
        }
        to.shutdownOutput();
    }

    int port() {
        return listening.getLocalPort();
    }

    /** All bytes of both directions, one per character. */
    String recorded() {
        synchronized (recorded) {
            return recorded.toString(StandardCharsets.ISO_8859_1);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
