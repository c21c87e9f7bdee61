package dev.reeve.campaign.attack;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/** Sends the requests of an attack as fast as the server reads them, and reads the replies, until it is closed. */
final class Pipeline implements AutoCloseable {
    private final Socket socket;
    private final Thread writer;
    private final Thread reader;
    private final AtomicLong receivedBytes = new AtomicLong();

    Pipeline(Attack attack, AttackedServer target) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), attack.port(target));
        writer = new Thread(() -> write(attack), "attack-writer");
        reader = new Thread(this::read, "attack-reader");
        writer.setDaemon(true);
        reader.setDaemon(true);
        writer.start();
        reader.start();
    }

    private void write(Attack attack) {
        try {
            OutputStream out = socket.getOutputStream();
            for (int n = 0; !socket.isClosed(); n++) {
                out.write(attack.request(n).getBytes(ISO_8859_1));
            }
        } catch (IOException closed) {
            // The attack is over.
        }
    }

    private void read() {
        byte[] buffer = new byte[256 * 1024];
        try {
            int count;
            while ((count = socket.getInputStream().read(buffer)) >= 0) {
                receivedBytes.addAndGet(count);
            }
        } catch (IOException closed) {
            // The attack is over.
        }
    }

    long receivedBytes() {
        return receivedBytes.get();
    }

    /** Whether the server has not closed the connection. */
    boolean isAlive() {
        return reader.isAlive();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        try {
            writer.join(10_000);
            reader.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
