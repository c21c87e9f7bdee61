package dev.reeve.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads a stream of server-sent events, in chunks or until the connection ends. */
public final class EventReader implements AutoCloseable {
    private final TestClient socket;
    private final int status;
    private final Map<String, String> headers = new TreeMap<>();
    private final StringBuilder text = new StringBuilder();
    private String lastId = "";

    /** One message; pings are not messages. */
    public record Message(String event, String id, String data) {
        /** The first value of the data with this name. */
        public String value(String name) {
            return JsonText.value(data, name);
        }
    }

    public EventReader(int port, String path, String... headers) {
        this(new TestClient(port), path, headers);
    }

    /** Asks for the stream on an open connection, and reads the head of the answer. */
    public EventReader(TestClient socket, String path, String... requestHeaders) {
        this.socket = socket;
        List<String> lines = new ArrayList<>(List.of("GET " + path + " HTTP/1.1", "Host: localhost"));
        lines.addAll(List.of(requestHeaders));
        socket.sendRaw(String.join("\r\n", lines) + "\r\n\r\n");
        status = Integer.parseInt(socket.readLine().substring(9, 12));
        for (String line = socket.readLine(); !line.isEmpty(); line = socket.readLine()) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
    }

    public int status() {
        return status;
    }

    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** The body of an answer that is no stream. */
    public String body() {
        return socket.readText(Integer.parseInt(header("content-length")));
    }

    /** The next message. Throws an UncheckedIOException if the connection ends, and returns null at the end of the stream. */
    public @Nullable Message next() {
        while (true) {
            int end = text.indexOf("\n\n");
            if (end >= 0) {
                String block = text.substring(0, end);
                text.delete(0, end + 2);
                Message message = parse(block);
                if (message != null) {
                    return message;
                }
            } else if (!readChunk()) {
                return null;
            }
        }
    }

    private @Nullable Message parse(String block) {
        String event = "";
        String data = "";
        for (String line : block.split("\n", -1)) {
            if (line.startsWith("id: ")) {
                lastId = line.substring(4);
            } else if (line.startsWith("event: ")) {
                event = line.substring(7);
            } else if (line.startsWith("data: ")) {
                data = line.substring(6);
            } else if (!line.startsWith(":")) {
                throw new Violation("nobody expects " + block);
            }
        }
        return event.isEmpty() ? null : new Message(event, lastId, data);
    }

    private boolean readChunk() {
        int bytes = Integer.parseInt(socket.readLine(), 16);
        byte[] chunk = socket.readText(bytes).getBytes(StandardCharsets.ISO_8859_1);
        if (!socket.readLine().isEmpty()) {
            throw new Violation("a chunk is longer than it says");
        }
        text.append(new String(chunk, StandardCharsets.UTF_8));
        return bytes > 0;
    }

    /** Reads until the stream has told how far it has come. */
    public EventReader awaitStart() {
        while (lastId.isEmpty()) {
            int end = text.indexOf("\n\n");
            if (end < 0) {
                readChunk();
            } else {
                parse(text.substring(0, end));
                text.delete(0, end + 2);
            }
        }
        return this;
    }

    /** The id by which the stream can be continued. */
    public String lastId() {
        return lastId;
    }

    public TestClient socket() {
        return socket;
    }

    @Override
    public void close() {
        socket.close();
    }
}
