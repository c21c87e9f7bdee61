package dev.reeve.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;

/** The console appender. Invariant: it passes all texts through {@link PlainText}, whatever the line format. */
public final class PlainConsole extends ConsoleAppender<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
        super.append(new PlainEvent(event));
    }
}
