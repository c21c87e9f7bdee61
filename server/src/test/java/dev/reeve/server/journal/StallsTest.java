package dev.reeve.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class StallsTest {
    private final Stalls stalls = new Stalls();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(Stalls.class);

    private @Nullable Level usual;

    @BeforeEach
    void listen() {
        usual = logger.getLevel();
        logger.setLevel(Level.WARN);
        lines.start();
        logger.setAdditive(false);
        logger.addAppender(lines);
    }

    @AfterEach
    void leave() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
        logger.setLevel(usual);
    }

    private void lookEverySecondUntil(int seconds) {
        for (int second = 0; second <= seconds; second++) {
            stalls.look(second * 1_000_000_000L);
        }
    }

    @Test
    void a_stall_is_told_ever_more_seldom_and_the_next_one_anew() {
        lookEverySecondUntil(9);
        assertThat(lines.list).isEmpty();
        lookEverySecondUntil(100);
        assertThat(lines.list.stream().map(ILoggingEvent::getFormattedMessage))
                .containsExactly(line(10), line(20), line(40), line(80));
        lookEverySecondUntil(10);
        assertThat(lines.list).hasSize(5);
    }

    private static String line(int seconds) {
        return "the disk has been at one write for " + seconds + " s; who waits for it is not answered";
    }
}
