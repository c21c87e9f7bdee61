package dev.reeve.door.qless.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reeve.door.qless.CallingConvention;
import dev.reeve.door.qless.Resp;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Recorded replies and events of the original qless, call by call. JSON replies are compared by structure. */
class QlessTranscriptsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final QlessEngine qless = new QlessEngine();
    private final List<String> differences = new ArrayList<>();
    private int compared;

    @Test
    void current_calls() {
        lines("qless-current.txt").filter(line -> line.startsWith("(")).forEach(line -> {
            Literal literal = new Literal(line);
            Resp reply = qless.call(CallingConvention.CURRENT, "", List.of(), list(literal.next()));
            compare(line, reply, literal.rest());
        });
        assertAllTheSame(95);
    }

    @Test
    void wrong_calls() {
        lines("qless-errors.txt").forEach(line -> {
            Literal literal = new Literal(line);
            String reply = QlessEngine.show(qless.call(CallingConvention.CURRENT, "", List.of(), list(literal.next())));
            String expected = literal.rest().strip();
            String shown = expected.startsWith("!!")
                    ? "-" + masked(expected.substring(2).strip())
                    : shown(new Literal(expected.substring(2)).next());
            same(line, plain(reply), plain(shown));
        });
        assertAllTheSame(116);
    }

    @Test
    void events() {
        lines("qless-pubsub.txt").forEach(line -> {
            Literal literal = new Literal(line);
            qless.call(CallingConvention.CURRENT, "", List.of(), list(literal.next()));
            String expected = literal.rest().strip().substring(2).strip();
            List<String> events = new ArrayList<>();
            if (!expected.startsWith("(nothing)")) {
                for (Object event : list(new Literal(expected).next())) {
                    events.add(list(event).get(0) + " " + list(event).get(1));
                }
            }
            same(line, String.join("\n", qless.takePublished()), String.join("\n", events));
        });
        assertAllTheSame(40);
    }

    @Test
    void calls_of_2012() {
        lines("qless-2012.txt").forEach(line -> {
            int blank = line.indexOf(' ');
            Literal literal = new Literal(line.substring(blank));
            List<Object> keys = list(literal.next());
            Resp reply = qless.call(CallingConvention.Y2012, line.substring(0, blank), keys, list(literal.next()));
            compare(line, reply, literal.rest());
        });
        assertAllTheSame(36);
    }

    private void compare(String line, Resp reply, String rest) {
        byte[] expected =
                (byte[]) Objects.requireNonNull(new Literal(rest.strip().substring(2)).next());
        same(line, plain(QlessEngine.show(reply)), plain(RespText.show(expected)));
    }

    /** Masks what differs between runs: script line numbers, script names and addresses. */
    private static String masked(String text) {
        return text.replaceAll("^ERR ", "")
                .replaceAll("^user_script:\\d+: ", "")
                .replaceAll(" script: [0-9a-f]{40}, on @user_script:\\d+\\.$", "")
                .replaceAll("table: 0x[0-9a-f]+", "table: 0x0");
    }

    private static String plain(String reply) {
        return reply.startsWith("-") ? "-" + masked(reply.substring(1)) : reply;
    }

    private static String shown(@Nullable Object value) {
        if (value == null) {
            return "nil";
        } else if (value instanceof List<?> list) {
            return "[" + String.join(",", list.stream().map(String::valueOf).toList()) + "]";
        }
        String text = String.valueOf(value);
        return text.matches("-?\\d+") ? ":" + text : text;
    }

    private void same(String line, String actual, String expected) {
        compared++;
        if (!sameText(actual, expected)) {
            differences.add(line + "\n  expected " + expected + "\n  but got  " + actual);
        }
    }

    private static boolean sameText(String actual, String expected) {
        if (actual.equals(expected)) {
            return true;
        }
        if (expected.endsWith(RespText.CUT)) {
            return actual.startsWith(expected.substring(0, expected.length() - RespText.CUT.length()));
        }
        // A list of JSON texts is itself JSON in this notation.
        try {
            JsonNode wanted = JSON.readTree(expected);
            return wanted.isContainerNode() && wanted.equals(JSON.readTree(actual));
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private void assertAllTheSame(int lines) {
        assertThat(String.join("\n", differences)).isEmpty();
        assertThat(compared).isEqualTo(lines);
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(@Nullable Object value) {
        return (List<Object>) Objects.requireNonNull(value);
    }

    private static Stream<String> lines(String name) {
        try (InputStream in = QlessTranscriptsTest.class.getResourceAsStream("/transcripts/qless/" + name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
