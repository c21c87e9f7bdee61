package dev.reeve.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Captures what a class or a package logs, until it is closed. It does not appear on the console. */
public final class LogLines implements AutoCloseable {
    private final Logger logger;
    private final @Nullable Level usual;
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();

    /** Captures warnings and errors of a class. */
    public LogLines(Class<?> of) {
        this(of.getName(), Level.WARN);
    }

    private LogLines(String of, Level level) {
        logger = (Logger) LoggerFactory.getLogger(of);
        usual = logger.getLevel();
        logger.setLevel(level);
        logger.setAdditive(false);
        events.start();
        logger.addAppender(events);
    }

    /** Captures all that is for users, of a class or of a package with what is in it. */
    public static LogLines all(String of) {
        return new LogLines(of, Level.INFO);
    }

    /** The lines captured so far; a stack trace is part of its line. */
    public List<String> told() {
        return events.list.stream().map(LogLines::text).toList();
    }

    static String text(ILoggingEvent event) {
        String trace = ThrowableProxyUtil.asString(event.getThrowableProxy());
        return trace.isEmpty() ? event.getFormattedMessage() : event.getFormattedMessage() + '\n' + trace;
    }

    @Override
    public void close() {
        logger.detachAppender(events);
        logger.setAdditive(true);
        logger.setLevel(usual);
    }
}
