package dev.reeve.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class SlowSyncsTest {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(SlowSyncs.class);
    private final SlowSyncs syncs = new SlowSyncs(100);
    private @Nullable Level usual;
    private long nowMillis;

    @BeforeEach
    void listen() {
        usual = logger.getLevel();
        logger.setLevel(Level.WARN);
        logger.setAdditive(false);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
        logger.setLevel(usual);
    }

    @Test
    void the_first_is_told_at_once_and_then_ten_seconds_together() {
        sync(99);
        assertThat(told()).isEmpty();
        sync(100);
        assertThat(told()).containsExactly("slow disk: 1 syncs took 100 ms or longer, the slowest 100 ms");
        sync(5_000);
        sync(200);
        assertThat(told()).hasSize(1);
        sync(4_801);
        assertThat(told()).last().isEqualTo("slow disk: 3 syncs took 100 ms or longer, the slowest 5000 ms");
        assertThat(told()).hasSize(2);
    }

    private void sync(long millis) {
        long start = TimeUnit.MILLISECONDS.toNanos(nowMillis);
        nowMillis += millis;
        syncs.took(start, TimeUnit.MILLISECONDS.toNanos(nowMillis));
    }

    private List<String> told() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
