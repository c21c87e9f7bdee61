package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.door.qless.call.Literal;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.testkit.RespClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Replays dialogues that were recorded from the original scripts on Redis. JSON is compared by structure, events byte for
 * byte. Script line numbers, the checksum after an error and table addresses differ and are masked.
 */
@Timeout(120)
class GoldenTest {
    private static final Path FOLDER = Path.of("src/test/resources/transcripts/qless");
    private static final String CURRENT = "-- QlessAPI";
    private static final int HISTOGRAM = 148;
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final List<String> differences = new ArrayList<>();

    @ParameterizedTest
    @EnumSource
    void current(JournalKind journal) throws IOException {
        List<String> lines = Files.readAllLines(FOLDER.resolve("qless-current.txt"));
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            String unknown = "b0c497e1a2007577cce46ea008f15423cb967a5d";
            compare(lines.get(0), client.call("FLUSHALL"), wire(lines.get(0)));
            compare(lines.get(1), client.call("SCRIPT", "FLUSH"), wire(lines.get(1)));
            compare(lines.get(2), client.call("EVALSHA", unknown, "0"), wire(lines.get(2)));
            String sha = unquoted(client.call("SCRIPT", "LOAD", CURRENT));
            assertThat(sha).hasSameSizeAs(unknown);
            compare(lines.get(4), client.call("EVALSHA", sha, "1", "key", "get"), wire(lines.get(4)));
            for (String line : lines.subList(5, lines.size())) {
                Literal literal = new Literal(line);
                List<String> words = words("EVALSHA", sha, "0", literal.nextList());
                compare(line, call(client, words), wire(literal.rest().substring(" => ".length())));
            }
        }
        assertNoDifferences();
    }

    @ParameterizedTest
    @EnumSource
    void of_2012(JournalKind journal) throws IOException {
        Map<String, String> shas = new HashMap<>();
        Script.OF_2012.forEach((sha, script) -> shas.put(script.call(), sha));
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            for (String line : Files.readAllLines(FOLDER.resolve("qless-2012.txt"))) {
                String call = line.substring(0, line.indexOf(' '));
                Literal literal = new Literal(line.substring(call.length()));
                List<?> keys = literal.nextList();
                List<String> words =
                        words("EVALSHA", Objects.requireNonNull(shas.get(call)), Integer.toString(keys.size()), keys);
                literal.nextList().forEach(word -> words.add(String.valueOf(word)));
                compare(line, call(client, words), wire(literal.rest().substring(" => ".length())));
            }
        }
        assertNoDifferences();
    }

    @ParameterizedTest
    @EnumSource
    void errors(JournalKind journal) throws IOException {
        playCurrent(journal, "qless-errors.txt", (client, line) -> {
            Literal literal = new Literal(line.text);
            String reply = call(client, words("EVALSHA", line.sha, "0", literal.nextList()));
            String rest = literal.rest();
            String expected = rest.startsWith(" !! ")
                    ? "-ERR " + rest.substring(" !! ".length())
                    : shown(new Literal(rest.substring(" -> ".length())).next());
            compare(line.text, reply, expected);
        });
    }

    @ParameterizedTest
    @EnumSource
    void events(JournalKind journal) throws IOException {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            RespClient listener = server.connect();
            String sha = unquoted(client.call("SCRIPT", "LOAD", CURRENT));
            listener.send("PSUBSCRIBE", "*").expect("*[\"psubscribe\", \"*\", :1]");
            for (String line : Files.readAllLines(FOLDER.resolve("qless-pubsub.txt"))) {
                Literal literal = new Literal(line);
                String reply = call(client, words("EVALSHA", sha, "0", literal.nextList()));
                String rest = literal.rest().substring(" -> ".length());
                int error = rest.indexOf(" ERR ");
                assertThat(reply.startsWith("-")).as(line).isEqualTo(error >= 0);
                if (error >= 0) {
                    compare(line, reply, "-" + rest.substring(error + 1));
                }
                compareEvents(line, heard(client, listener), rest);
            }
        }
        assertNoDifferences();
    }

    private void compareEvents(String line, List<String> heard, String rest) {
        List<String> expected = new ArrayList<>();
        if (rest.startsWith("[")) {
            for (Object event : new Literal(rest).nextList()) {
                List<?> parts = (List<?>) event;
                expected.add("*[\"pmessage\", \"*\", \"%s\", \"%s\"]".formatted(parts.get(0), parts.get(1)));
            }
        }
        if (!heard.equals(expected)) {
            differences.add(line + "\n  expected " + expected + "\n  heard    " + heard);
        }
    }

    /** The events published so far. */
    private static List<String> heard(RespClient client, RespClient listener) {
        assertThat(client.call("PUBLISH", "end", "")).isEqualTo(":1");
        List<String> events = new ArrayList<>();
        String event = listener.reply();
        while (!event.equals("*[\"pmessage\", \"*\", \"end\", \"\"]")) {
            events.add(event);
            event = listener.reply();
        }
        return events;
    }

    private record Line(String sha, String text) {}

    private void playCurrent(JournalKind journal, String file, BiConsumer<RespClient, Line> play) throws IOException {
        try (QlessServer server = new QlessServer(journal)) {
            RespClient client = server.connect();
            String sha = unquoted(client.call("SCRIPT", "LOAD", CURRENT));
            for (String line : Files.readAllLines(FOLDER.resolve(file))) {
                play.accept(client, new Line(sha, line));
            }
        }
        assertNoDifferences();
    }

    private static List<String> words(String first, String second, String third, List<?> rest) {
        List<String> words = new ArrayList<>(List.of(first, second, third));
        rest.forEach(word -> words.add(String.valueOf(word)));
        return words;
    }

    private static String call(RespClient client, List<String> words) {
        return client.call(words.toArray(String[]::new));
    }

    private static String unquoted(String reply) {
        return reply.substring(1, reply.length() - 1);
    }

    /** The reply that the line contains as bytes, in the notation of {@link RespClient}. */
    private static String wire(String line) {
        String bytes = RequestText.exact(new Literal(line).nextBytes());
        int lineEnd = bytes.indexOf("\r\n");
        if (bytes.startsWith("$") && !bytes.startsWith("$-")) {
            int length = Integer.parseInt(bytes.substring(1, lineEnd));
            String content = bytes.substring(lineEnd + 2);
            return '"' + (content.length() < length ? completed(content, length) : content.substring(0, length)) + '"';
        }
        if (bytes.startsWith("*")) {
            return new Wire(bytes).next();
        }
        return bytes.equals("$-1\r\n") ? "nil" : bytes.substring(0, lineEnd);
    }

    /** Restores a reply whose recording was truncated within a run of zeros, from its announced length. */
    private static String completed(String cut, int length) {
        StringBuilder whole = new StringBuilder(cut);
        String histogram = cut.substring(cut.lastIndexOf('[') + 1);
        for (long bins = histogram.chars().filter(c -> c == ',').count() + 1; bins < HISTOGRAM; bins++) {
            whole.append(",0");
        }
        whole.append("],\"mean\":1,\"count\":2}}");
        assertThat(whole).hasSize(length);
        return whole.toString();
    }

    private static String shown(@Nullable Object value) {
        if (value == null) {
            return "nil";
        }
        if (value instanceof List<?> items) {
            return "*["
                    + String.join(", ", items.stream().map(GoldenTest::shown).toList()) + "]";
        }
        return value instanceof Long number ? ":" + number : "\"" + value + '"';
    }

    private void compare(String line, String reply, String expected) {
        String masked = masked(reply);
        String wanted = masked(expected);
        if (!masked.equals(wanted) && !sameJson(masked, wanted)) {
            differences.add(line + "\n  expected " + wanted + "\n  received " + masked);
        }
    }

    private static String masked(String reply) {
        return reply.replaceAll("user_script:\\d+:", "user_script:1:")
                .replaceAll(" script: [0-9a-f]{40}, on @.*", "")
                .replaceAll("table: 0x[0-9a-f]+", "table: 0x0");
    }

    /** Both are a JSON text, or both arrays of the same number of them. */
    private static boolean sameJson(String one, String other) {
        try {
            return one.charAt(0) == other.charAt(0)
                    && !json(one).isEmpty()
                    && json(one).equals(json(other));
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private static List<JsonNode> json(String reply) throws JsonProcessingException {
        List<JsonNode> nodes = new ArrayList<>();
        if (reply.startsWith("\"")) {
            nodes.add(JSON.readTree(unquoted(reply)));
        } else if (reply.startsWith("*[\"")) {
            // The items are objects in quotes.
            for (String item : reply.substring(3, reply.length() - 2).split("\", \"", -1)) {
                nodes.add(JSON.readTree(item));
            }
        }
        return nodes;
    }

    private void assertNoDifferences() {
        assertThat(String.join("\n", differences)).isEmpty();
    }

    /** An array as it goes over the wire. */
    private static final class Wire {
        private final String bytes;
        private int at;

        Wire(String bytes) {
            this.bytes = bytes;
        }

        String next() {
            int lineEnd = bytes.indexOf("\r\n", at);
            char type = bytes.charAt(at);
            String line = bytes.substring(at, lineEnd);
            at = lineEnd + 2;
            if (type == '*') {
                List<String> items = new ArrayList<>();
                for (int i = Integer.parseInt(line.substring(1)); i > 0; i--) {
                    items.add(next());
                }
                return "*[" + String.join(", ", items) + "]";
            }
            if (type == '$') {
                int length = Integer.parseInt(line.substring(1));
                at += length + 2;
                return '"' + bytes.substring(at - length - 2, at - 2) + '"';
            }
            return line;
        }
    }
}
