package dev.reeve.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;

/** The way out for every log line, which no text takes but as {@link PlainText}; the format of the line is free. */
public final class PlainConsole extends ConsoleAppender<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
        super.append(new PlainEvent(event));
    }
}
