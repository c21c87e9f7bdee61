package dev.reeve.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.encoder.Encoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;

/** Hostile text in every part of a log event is escaped, in every line format. */
class PlainConsoleTest {
    private static final String HOSTILE = "a\nb\r\u001b[2J\u0007\u009b1m\u202e\u2028c";

    private final LoggerContext context = new LoggerContext();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void a_line_of_text_is_one_line() {
        Logger log = logger(pattern("%level %msg%n%ex"));
        log.warn("queue {}", HOSTILE);
        log.warn(HOSTILE);
        assertThat(text()).isEqualTo("WARN queue %1$s\nWARN %1$s\n".formatted(PlainText.of(HOSTILE)));
    }

    @Test
    void the_messages_of_exceptions_are_plain() {
        Exception e = new IllegalStateException(HOSTILE, new IllegalArgumentException("cause " + HOSTILE));
        e.addSuppressed(new UnsupportedOperationException("suppressed " + HOSTILE));
        logger(pattern("%msg%n%ex")).error("failed", e);
        String plain = PlainText.of(HOSTILE);
        assertThat(text().lines())
                .contains(
                        "java.lang.IllegalStateException: " + plain,
                        "Caused by: java.lang.IllegalArgumentException: cause " + plain)
                .anyMatch(line -> line.endsWith("UnsupportedOperationException: suppressed " + plain));
        assertHarmless(text().replace("\n", "").replace("\t", ""));
    }

    @Test
    void so_is_what_the_pattern_may_show_besides() {
        Logger log = logger(pattern("%level %thread %kvp %msg%n"));
        Thread thread = Thread.currentThread();
        String name = thread.getName();
        thread.setName(HOSTILE);
        try {
            log.atWarn().addKeyValue(HOSTILE, HOSTILE).addKeyValue("count", 3).log("told");
        } finally {
            thread.setName(name);
        }
        assertThat(text()).endsWith("told\n").contains("count=\"3\"").contains(PlainText.of(HOSTILE));
        assertHarmless(text().replaceFirst("\n$", ""));
    }

    @Test
    void a_line_of_json_is_plain_too() {
        JsonEncoder json = new JsonEncoder();
        json.setWithFormattedMessage(true);
        logger(json)
                .atError()
                .addKeyValue("queue", HOSTILE)
                .addKeyValue("count", 3)
                .setCause(new IllegalStateException(HOSTILE))
                .log("refused {}", HOSTILE);
        assertThat(text()).endsWith("\n").contains("\\\\u001b[2J");
        assertHarmless(text().replaceFirst("\n$", ""));
    }

    @Test
    void the_servers_own_settings_let_lines_out_nowhere_else() throws Exception {
        try (var settings = PlainConsole.class.getResourceAsStream("/logback.xml")) {
            assertThat(settings).isNotNull();
            String xml = new String(settings.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(xml.lines().filter(line -> line.contains("<appender ")))
                    .isNotEmpty()
                    .allMatch(line -> line.contains("class=\"" + PlainConsole.class.getName() + "\""));
        }
    }

    private Encoder<ILoggingEvent> pattern(String pattern) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setPattern(pattern);
        encoder.setCharset(StandardCharsets.UTF_8);
        return encoder;
    }

    private Logger logger(Encoder<ILoggingEvent> encoder) {
        context.setMDCAdapter(new LogbackMDCAdapter());
        encoder.setContext(context);
        encoder.start();
        PlainConsole console = new PlainConsole();
        console.setContext(context);
        console.setEncoder(encoder);
        console.start();
        console.setOutputStream(out);
        ch.qos.logback.classic.Logger logger = context.getLogger("test");
        logger.addAppender(console);
        return logger;
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void assertHarmless(String text) {
        List<Integer> hostile = text.codePoints()
                .filter(c -> Character.isISOControl(c) || c == 0x202e || c == 0x2028)
                .boxed()
                .toList();
        assertThat(hostile).as(text).isEmpty();
    }
}
