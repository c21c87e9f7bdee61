package dev.reeve.testkit;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Fails a test during which the server logged an exception that the test did not capture with {@link LogLines}, so a green
 * run prints no stack trace. JUnit discovers this class automatically. A late log line is attributed to the next test.
 */
public final class NoLoggedExceptions extends AppenderBase<ILoggingEvent> implements AfterEachCallback {
    private final Queue<String> logged = new ConcurrentLinkedQueue<>();

    public NoLoggedExceptions() {
        start();
        ((Logger) LoggerFactory.getLogger("dev.reeve")).addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getThrowableProxy() != null) {
            logged.add(LogLines.text(event));
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        String first = logged.poll();
        logged.clear();
        if (first != null) {
            throw new AssertionError("the server logged an exception, which no LogLines took: " + first);
        }
    }
}
