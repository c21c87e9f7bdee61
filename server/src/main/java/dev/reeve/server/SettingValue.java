package dev.reeve.server;

/** What a setting is, as it was written, and where that stands: a line of a file, a variable, an option. */
record SettingValue<T>(Setting<T> setting, T value, String text, String source) {
    static final String DEFAULT = "default";
    private static final String MASK = "********";

    /** For people to see. A secret stays one. */
    ShownSetting shown() {
        return new ShownSetting(setting.key(), TomlText.value(setting.type().isSecret() ? MASK : text), source);
    }
}
