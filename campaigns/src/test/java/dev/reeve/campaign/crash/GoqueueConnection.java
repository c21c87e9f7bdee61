package dev.reeve.campaign.crash;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.reeve.testkit.GoqueueClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.Violation;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** The Go Job Queue door. The state of a job is visible only by reserving or deleting it. */
final class GoqueueConnection implements DoorConnection {
    private static final int MILLIS_PATIENCE = 30_000;
    private static final int LONG_SECONDS = 1_000_000;

    private final Socket socket;
    private final DataInputStream in;
    private final String queue;

    GoqueueConnection(ServerProcess server, String queue) throws IOException, InterruptedException {
        this.queue = queue;
        socket = new Socket(InetAddress.getLoopbackAddress(), server.awaitReady("goqueue"));
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(MILLIS_PATIENCE);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    @Override
    public String put(String payload) throws IOException {
        send(GoqueueClient.addFrame(queue, 0, LONG_SECONDS, payload.getBytes(US_ASCII)));
        requireWord("ADDED", word());
        return Long.toString(numbers(Long.BYTES).getLong());
    }

    @Override
    public @Nullable Taken take() throws IOException {
        send(GoqueueClient.reserveFrame(queue, 1));
        String word = word();
        if (word.equals("TIMEOUT")) {
            return null;
        }
        requireWord("RESERVED", word);
        long id = numbers(Long.BYTES + 2 * Integer.BYTES).getLong();
        requireWord("reserved", word());
        byte[] data = new byte[numbers(Integer.BYTES).getInt()];
        in.readFully(data);
        return new Taken(Long.toString(id), new String(data, US_ASCII), "");
    }

    @Override
    public boolean finish(Taken job) throws IOException {
        send(GoqueueClient.deleteFrame(Long.parseLong(job.id())));
        String word = word();
        if (word.equals("ERROR")) {
            requireWord("Job " + job.id() + " does not exist", word());
            return false;
        }
        requireWord("OK", word);
        return true;
    }

    @Override
    public Phase look(String id) {
        return Phase.UNKNOWN_DURATION;
    }

    private void send(byte[] frame) throws IOException {
        socket.getOutputStream().write(frame);
    }

    private static void requireWord(String expected, String word) {
        if (!word.equals(expected)) {
            throw new Violation("expected " + expected + ", but the door said " + word);
        }
    }

    private String word() throws IOException {
        StringBuilder word = new StringBuilder();
        int next;
        while ((next = in.read()) != 0) {
            if (next < 0) {
                throw new EOFException();
            }
            word.append((char) next);
        }
        return word.toString();
    }

    private ByteBuffer numbers(int bytes) throws IOException {
        byte[] read = new byte[bytes];
        in.readFully(read);
        return ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
