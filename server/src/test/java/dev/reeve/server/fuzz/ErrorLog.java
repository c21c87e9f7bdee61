package dev.reeve.server.fuzz;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Hears what is logged as an error: the server caught it and goes on, but nothing that a client sends may lead to it. */
public final class ErrorLog {
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    public ErrorLog() {
        log.start();
        ((Logger) LoggerFactory.getLogger("dev.reeve")).addAppender(log);
    }

    /** Throws an AssertionError if there was an error since the last call. */
    public void requireNone() {
        for (ILoggingEvent event : log.list) {
            if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
                throw new AssertionError(event.getFormattedMessage() + describe(event.getThrowableProxy()));
            }
        }
        log.list.clear();
    }

    private static String describe(@Nullable IThrowableProxy cause) {
        return cause == null
                ? ""
                : ": " + cause.getClassName() + ": " + cause.getMessage() + " "
                        + Arrays.toString(cause.getStackTraceElementProxyArray());
    }
}
