package dev.reeve.net.testing;

import dev.reeve.testkit.TestClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A recorded dialogue in a file, executed against a server. Its lines:
 *
 * <pre>
 * # a comment
 * a&gt; text       client a sends the line; the name may be left out
 * a&gt;&gt; text      sends it without a line end
 * a&lt; text       client a receives the line
 * a&lt;&lt; text      receives these bytes
 * a&gt;end         client a sends nothing more;  a&gt;gone: it goes away
 * a&lt;nothing     nothing has come so far;      a&lt;closed: the server has closed
 * a=workq        client a connects to that door, and not to the one that the transcript is about
 * +30s           moves the clock (ms, s, m, h);  @2016-08-22T01:50:51Z moves it on to that moment
 * </pre>
 *
 * <p>In a text {@code \xNN} is a byte, {@code \0} a null byte, {@code {4:60}} the number 60 in four bytes, little-endian,
 * and {@code $7} the id {@code 00000000-0000-4000-8000-000000000007}. A new client connects to the door that the transcript's
 * folder is named after. Before another client sends, and before the clock moves, everything sent so far has been processed.
 */
public final class Transcript {
    private static final Pattern TALK = Pattern.compile("([a-z]?)(>>|>|<<|<)(.*)", Pattern.DOTALL);
    private static final Pattern CONNECT = Pattern.compile("([a-z])=([a-z-]+)");
    private static final Pattern NUMBER = Pattern.compile("\\{([0-9]):([0-9]+)}");
    private static final Pattern BYTE = Pattern.compile("\\\\x([0-9a-fA-F]{2})");
    private static final Pattern ID = Pattern.compile("\\$([0-9]+)");

    private final String door;
    private final String name;
    private final List<String> lines;

    private Transcript(String door, String name, List<String> lines) {
        this.door = door;
        this.name = name;
        this.lines = lines;
    }

    /** All transcripts of a folder of the test resources, by name. */
    public static List<Transcript> in(String folder) throws IOException {
        Path root = Path.of("src", "test", "resources", "transcripts", folder);
        List<Transcript> found = new ArrayList<>();
        try (var files = Files.list(root)) {
            for (Path file : files.sorted().toList()) {
                found.add(new Transcript(folder, file.getFileName().toString(), Files.readAllLines(file)));
            }
        }
        return found;
    }

    public String name() {
        return name;
    }

    public boolean says(String line) {
        return lines.contains(line);
    }

    public void play(TestServer server) {
        Player player = new Player(server, door);
        for (int i = 0; i < lines.size(); i++) {
            try {
                player.play(lines.get(i));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(name + ":" + (i + 1) + ": " + lines.get(i) + "\n" + e.getMessage(), e);
            }
        }
    }

    private static final class Player {
        private final TestServer server;
        private final String door;
        private final Map<String, TestClient> clients = new HashMap<>();
        private String speaker = "";

        Player(TestServer server, String door) {
            this.server = server;
            this.door = door;
        }

        void play(String line) {
            Matcher talk = TALK.matcher(line);
            Matcher connect = CONNECT.matcher(line);
            if (line.isBlank() || line.startsWith("#")) {
                return;
            }
            if (line.startsWith("+")) {
                server.advance(duration(line.substring(1)).toMillis());
            } else if (line.startsWith("@")) {
                server.advanceTo(Instant.parse(line.substring(1)));
            } else if (connect.matches()) {
                clients.put(connect.group(1), server.connectTo(connect.group(2)));
            } else if (talk.matches()) {
                talk(talk.group(1), talk.group(2), talk.group(3));
            } else {
                throw new IllegalArgumentException("not a line of a transcript");
            }
        }

        private void talk(String who, String direction, String what) {
            TestClient client = clients.computeIfAbsent(who, name -> server.connectTo(door));
            String text = what.startsWith(" ") ? unescape(what.substring(1)) : "";
            if (direction.equals("<")) {
                listen(client, what, text);
                return;
            }
            if (direction.equals("<<")) {
                client.expectRaw(text);
                return;
            }
            if (!speaker.equals(who)) {
                server.settle();
            }
            speaker = who;
            switch (what) {
                case "end" -> client.endInput();
                case "gone" -> client.vanish();
                default -> client.sendRaw(direction.equals(">") ? text + "\r\n" : text);
            }
        }

        private void listen(TestClient client, String what, String text) {
            switch (what) {
                case "nothing" -> {
                    server.settle();
                    client.expectNothing();
                }
                case "closed" -> client.expectClosed();
                default -> client.expect(text);
            }
        }
    }

    private static Duration duration(String text) {
        return text.endsWith("ms")
                ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
                : Duration.parse("PT" + text.toUpperCase(java.util.Locale.ROOT));
    }

    private static String unescape(String text) {
        // Lines are read as UTF-8. Characters outside ASCII are sent as the bytes in the file.
        String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        String ids = ID.matcher(bytes)
                .replaceAll(id -> "00000000-0000-4000-8000-%012d".formatted(Long.parseLong(id.group(1))));
        String numbers = NUMBER.matcher(ids.replace("\\0", "\0"))
                .replaceAll(number -> littleEndian(number.group(1), number.group(2)));
        return BYTE.matcher(numbers)
                .replaceAll(
                        hex -> Matcher.quoteReplacement(Character.toString((char) Integer.parseInt(hex.group(1), 16))));
    }

    private static String littleEndian(String bytes, String number) {
        StringBuilder text = new StringBuilder();
        long rest = Long.parseUnsignedLong(number);
        for (int i = 0; i < Integer.parseInt(bytes); i++) {
            text.append((char) (rest & 0xFF));
            rest >>>= Byte.SIZE;
        }
        return Matcher.quoteReplacement(text.toString());
    }
}
