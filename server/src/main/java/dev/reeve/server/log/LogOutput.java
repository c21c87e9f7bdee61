package dev.reeve.server.log;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Where the log of this process is written. There is nothing until somebody asks for a logger, which takes longer than all that most
 * commands do; this class does not ask.
 */
public final class LogOutput {
    private static final long FLUSH_MILLIS = 2_000;
    private static final List<StderrAppender> ALL = new CopyOnWriteArrayList<>();

    private LogOutput() {}

    static void begin(StderrAppender appender) {
        ALL.add(appender);
    }

    static void end(StderrAppender appender) {
        ALL.remove(appender);
    }

    static void forEach(Consumer<StderrAppender> action) {
        ALL.forEach(action);
    }

    /** Waits until the log has been written, but not for long. To be called before the process ends. */
    public static void flush() {
        for (StderrAppender stderr : ALL) {
            stderr.flush(FLUSH_MILLIS);
        }
    }
}
