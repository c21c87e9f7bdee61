package dev.reeve.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Collects logged errors. The server survives them, but no client input may cause one. */
public final class ErrorLog {
    private final Queue<ILoggingEvent> errors = new ConcurrentLinkedQueue<>();

    public ErrorLog() {
        AppenderBase<ILoggingEvent> log = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
                    errors.add(event);
                }
            }
        };
        log.start();
        ((Logger) LoggerFactory.getLogger("dev.reeve")).addAppender(log);
    }

    /** Throws an AssertionError if there was an error since the last call. */
    public void requireNone() {
        ILoggingEvent event = errors.poll();
        if (event != null) {
            throw new AssertionError(event.getFormattedMessage() + describe(event.getThrowableProxy()));
        }
    }

    private static String describe(@Nullable IThrowableProxy cause) {
        return cause == null
                ? ""
                : ": " + cause.getClassName() + ": " + cause.getMessage() + " "
                        + Arrays.toString(cause.getStackTraceElementProxyArray());
    }
}
