package dev.reeve.server;

/** The value of a setting, its text as written, and its source: a line of a file, a variable or an option. */
record SettingValue<T>(Setting<T> setting, T value, String text, String source) {
    static final String DEFAULT = "default";
    private static final String MASK = "********";

    /** The value for display; secrets are masked. */
    Settings.Shown shown() {
        return new Settings.Shown(setting.key(), TomlText.value(setting.type().isSecret() ? MASK : text), source);
    }
}
