package dev.reeve.server.log;

import ch.qos.logback.classic.Level;
import dev.reeve.settings.SettingType;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;

/** Log levels by package or class name. */
public record LogLevels(Map<String, Level> byLogger) {
    private static final List<String> LEVELS = List.of("off", "error", "warn", "info", "debug", "trace");
    private static final Pattern PACKAGE = Pattern.compile("[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*)*");

    static final SettingType<LogLevels> TYPE = new SettingType<>(
            "off, error, warn, info, debug or trace, then PACKAGE=LEVEL separated by commas: info, io.netty=debug",
            SettingType.Form.ANY,
            LogLevels::parse);

    public LogLevels {
        byLogger = Collections.unmodifiableMap(new TreeMap<>(byLogger));
    }

    /** Parses {@code info, io.netty=debug}: a default level and levels of packages; both parts are optional. */
    private static LogLevels parse(String text) {
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
