package dev.reeve.server.log;

import ch.qos.logback.classic.Level;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/** How much is logged, by the name of a package or class. */
public record LogLevels(Map<String, Level> byLogger) {
    private static final List<String> LEVELS = List.of("off", "error", "warn", "info", "debug", "trace");
    private static final Pattern PACKAGE = Pattern.compile("[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*");

    /** As logback.xml has it. */
    static final LogLevels DEFAULT = parse("info");

    public LogLevels {
        byLogger = Collections.unmodifiableMap(new TreeMap<>(byLogger));
    }

    /** Reads {@code info, io.netty=debug}: one level for all, others for packages; either part may be missing. */
    public static LogLevels parse(String text) {
        Map<String, Level> levels = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0
                    ? Logger.ROOT_LOGGER_NAME
                    : part.substring(0, equals).strip();
            String level = part.substring(equals + 1).strip();
            if (!PACKAGE.matcher(name).matches() || !LEVELS.contains(level)) {
                throw new IllegalArgumentException(text);
            }
            if (levels.put(name, Level.valueOf(level.toUpperCase(Locale.ROOT))) != null) {
                throw new IllegalArgumentException(text);
            }
        }
        return new LogLevels(levels);
    }
}
