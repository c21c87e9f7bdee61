package dev.reeve.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Hostile text in every part of a log event is escaped, in both formats. */
class LineEncoderTest {
    private static final String HOSTILE =
            "a\r\nb \u001b[2J \u0007 \u009b1m \u2028 \"q\" \\ \u0000 \u202e \uD83D\uDE00c";
    private static final String PLAIN = PlainText.of(HOSTILE);
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)";

    private final LineEncoder encoder = new LineEncoder();

    @Test
    void a_line_of_text_is_one_line() {
        String line = line("a.b.Queues", HOSTILE, null);
        assertThat(line).endsWith(" WARN  Queues: told " + PLAIN + "\n");
        assertThat(line.substring(0, line.indexOf(' '))).matches(TIME);
        assertPlain(line.replaceFirst("\n$", ""));
    }

    @Test
    void a_name_of_a_logger_is_plain() {
        assertThat(line("a." + HOSTILE, "", null)).contains(" WARN  " + PLAIN + ": told");
    }

    @Test
    void the_messages_of_exceptions_are_plain() {
        Exception e = new IllegalStateException(HOSTILE, new IllegalArgumentException("cause " + HOSTILE));
        e.addSuppressed(new UnsupportedOperationException("suppressed " + HOSTILE));
        e.addSuppressed(new UnsupportedOperationException());
        String text = line("a.b", "", e);
        assertThat(text.lines())
                .contains(
                        "java.lang.IllegalStateException: " + PLAIN,
                        "Caused by: java.lang.IllegalArgumentException: cause " + PLAIN,
                        "\tSuppressed: java.lang.UnsupportedOperationException: suppressed " + PLAIN,
                        "\tSuppressed: java.lang.UnsupportedOperationException")
                .anyMatch(line -> line.startsWith("\tat " + LineEncoderTest.class.getName()))
                .anyMatch(line -> line.matches("\t\\.\\.\\. \\d+ common frames omitted"));
        assertPlain(text.replace("\n", "").replace("\t", ""));
    }

    @Test
    void an_exception_that_is_its_own_cause_is_shown_once() {
        Exception e = new IllegalStateException("outer");
        e.initCause(new IllegalArgumentException("inner", e));
        assertThat(line("a.b", "", e).lines())
                .filteredOn(line -> line.startsWith("java.lang."))
                .hasSize(1);
    }

    @Test
    void a_line_of_json_is_one_line_of_printable_ascii() throws IOException {
        encoder.use(LogFormat.JSON);
        Thread thread = Thread.currentThread();
        String name = thread.getName();
        thread.setName(HOSTILE);
        try {
            String line = line("a." + HOSTILE, HOSTILE, null);
            assertThat(line).matches("[ -~]+\\n");
            JsonNode event = new ObjectMapper().readTree(line);
            assertThat(event.get("message").asText()).isEqualTo("told " + HOSTILE);
            assertThat(event.get("thread").asText()).isEqualTo(HOSTILE);
            assertThat(event.get("logger").asText()).isEqualTo("a." + HOSTILE);
            assertThat(event.get("level").asText()).isEqualTo("WARN");
            assertThat(event.has("exception")).isFalse();
        } finally {
            thread.setName(name);
        }
    }

    @Test
    void in_json_an_exception_is_on_the_same_line_with_its_stack_trace() throws IOException {
        encoder.use(LogFormat.JSON);
        String line = line("a.b", "", new IllegalStateException(HOSTILE));
        assertThat(line).matches("[ -~]+\\n");
        assertThat(new ObjectMapper().readTree(line).get("exception").asText())
                .startsWith("java.lang.IllegalStateException: " + HOSTILE)
                .contains("at dev.reeve.server.log.LineEncoderTest");
    }

    private String line(String logger, String argument, @Nullable Throwable thrown) {
        LoggingEvent event = new LoggingEvent(
                "x", new LoggerContext().getLogger(logger), Level.WARN, "told {}", thrown, new Object[] {argument});
        return new String(encoder.encode(event), StandardCharsets.UTF_8);
    }

    private static void assertPlain(String text) {
        assertThat(text.codePoints().filter(c -> Character.isISOControl(c) || c == 0x202e || c == 0x2028))
                .as(text)
                .isEmpty();
    }
}
