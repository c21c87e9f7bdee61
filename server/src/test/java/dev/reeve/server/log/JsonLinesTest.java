package dev.reeve.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class JsonLinesTest {
    private static final String NASTY = "a\r\nb \u001b[31m \u009b1m \u2028 \"q\" \\ \u0000 \u202e \uD83D\uDE00";

    @Test
    void whatever_the_message_holds_the_line_is_one_line_of_plain_characters() throws IOException {
        String line = line(NASTY, null);
        assertThat(line).matches("[ -~]+\\n");
        assertThat(new ObjectMapper().readTree(line).get("message").asText()).isEqualTo(NASTY);
    }

    @Test
    void an_exception_is_on_the_same_line_with_its_stack_trace() throws IOException {
        String line = line("failed", new IllegalStateException(NASTY));
        assertThat(line).matches("[ -~]+\\n");
        JsonNode event = new ObjectMapper().readTree(line);
        assertThat(event.get("exception").asText())
                .startsWith("java.lang.IllegalStateException: " + NASTY)
                .contains("at dev.reeve.server.log.JsonLinesTest");
        assertThat(event.get("level").asText()).isEqualTo("WARN");
        assertThat(event.get("logger").asText()).isEqualTo("a.b");
        assertThat(event.get("thread").asText())
                .isEqualTo(Thread.currentThread().getName());
    }

    private static String line(String message, @Nullable Throwable thrown) {
        Logger logger = (Logger) LoggerFactory.getLogger("a.b");
        LoggingEvent event = new LoggingEvent("x", logger, Level.WARN, "{}", thrown, new Object[] {message});
        return new String(new JsonLines().encode(event), StandardCharsets.UTF_8);
    }
}
