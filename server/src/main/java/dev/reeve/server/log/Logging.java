package dev.reeve.server.log;

import ch.qos.logback.classic.LoggerContext;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import org.slf4j.LoggerFactory;

/** Applies the log settings to this process. Default settings leave {@link LogConfiguration} unchanged. */
public final class Logging {
    public static final Setting<LogFormat> FORMAT =
            new Setting<>("log.format", SettingType.oneOf(LogFormat.class), "text", """
            Format of the log: text, or json with one object per line.""");
    public static final Setting<LogLevels> LEVEL = new Setting<>("log.level", LogLevels.TYPE, "info", """
            Log level, and different levels for single packages.""");

    private Logging() {}

    public static void use(SettingValues settings) {
        LogLevels levels = settings.get(LEVEL);
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        if (!levels.equals(LEVEL.defaultValue())) {
            levels.byLogger().forEach((name, level) -> context.getLogger(name).setLevel(level));
        }
        LogOutput.forEach(stderr -> stderr.encoder().use(settings.get(FORMAT)));
    }
}
