package dev.reeve.server.webhook;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A receiver of deliveries on loopback that answers what it is told to. */
public final class FakeReceiver implements AutoCloseable {
    /** A request as it arrived. */
    public record Received(String line, Map<String, String> headers, String body) {
        public String id() {
            return headers.getOrDefault("webhook-id", "");
        }
    }

    /** Answers a request; null never answers. */
    public interface Answer {
        @Nullable
        String to(Received request);
    }

    public static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    final List<Received> received = new CopyOnWriteArrayList<>();
    private final ServerSocket listener;
    private final Answer answer;
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    public FakeReceiver(Answer answer) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer);
    }

    FakeReceiver(ServerSocket listener, Answer answer) {
        this.listener = listener;
        this.answer = answer;
        start(this::accept);
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "fake-receiver");
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** All requests so far. */
    public List<Received> received() {
        return received;
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // The receiver was closed.
        }
    }

    private void serve(Socket socket) {
        try {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            Received request = read(in);
            received.add(request);
            String text = answer.to(request);
            if (text != null) {
                OutputStream out = socket.getOutputStream();
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.flush();
                socket.close();
            }
        } catch (IOException | RuntimeException e) {
            // A client that does not speak HTTP, or left.
        }
    }

    private static Received read(BufferedReader in) throws IOException {
        String first = in.readLine();
        Map<String, String> headers = new TreeMap<>();
        String line;
        while ((line = in.readLine()) != null && !line.isEmpty()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        if (line == null) {
            throw new EOFException("the client left");
        }
        char[] body = new char[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
        int read = 0;
        while (read < body.length) {
            read += in.read(body, read, body.length - read);
        }
        return new Received(String.valueOf(first), headers, new String(body));
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
