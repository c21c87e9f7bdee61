package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** A Workq client. */
final class WorkqSide implements DoorSide {
    private final Socket socket;
    private final InputStream in;

    WorkqSide(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(30_000);
        in = socket.getInputStream();
    }

    @Override
    public void add(String queue, String payload) throws IOException {
        send("add " + UUID.randomUUID() + " " + queue + " 60000 3600000 " + payload.length() + "\r\n" + payload
                + "\r\n");
        assertThat(line()).isEqualTo("+OK");
    }

    @Override
    public Taken take(String queue) throws IOException {
        send("lease " + queue + " 10000\r\n");
        assertThat(line()).isEqualTo("+OK 1");
        List<String> head = List.of(line().split(" ", -1));
        assertThat(head.get(1)).isEqualTo(queue);
        String payload = new String(in.readNBytes(Integer.parseInt(head.get(2))), StandardCharsets.UTF_8);
        assertThat(line()).isEmpty();
        return new Taken(head.get(0), payload, "");
    }

    @Override
    public void finish(Taken taken) throws IOException {
        send("complete " + taken.id() + " 2\r\n{}\r\n");
        assertThat(line()).isEqualTo("+OK");
    }

    /** The number of ready and scheduled jobs, as reported by Workq. */
    String counts(String queue) throws IOException {
        send("inspect queue " + queue + "\r\n");
        assertThat(line()).isEqualTo("+OK 1");
        assertThat(line()).isEqualTo(queue + " 2");
        return line() + ", " + line();
    }

    private void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next;
        while ((next = in.read()) != '\n') {
            assertThat(next).as("a byte after <%s>", line).isNotNegative();
            line.append((char) next);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
