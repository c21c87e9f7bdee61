package dev.reeve.server.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import java.util.Iterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the log settings to this process. Default settings leave the configuration of logback.xml unchanged. */
public final class Logging {
    private Logging() {}

    public static void use(LogFormat format, LogLevels levels) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        if (!levels.equals(LogLevels.DEFAULT)) {
            levels.byLogger().forEach((name, level) -> context.getLogger(name).setLevel(level));
        }
        if (format == LogFormat.JSON) {
            Iterator<Appender<ILoggingEvent>> appenders =
                    context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders();
            while (appenders.hasNext()) {
                if (appenders.next() instanceof OutputStreamAppender<ILoggingEvent> appender) {
                    JsonLines lines = new JsonLines();
                    lines.setContext(context);
                    lines.start();
                    appender.setEncoder(lines);
                }
            }
        }
    }
}
