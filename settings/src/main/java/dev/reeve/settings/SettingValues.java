package dev.reeve.settings;

/** The value of every setting. */
public interface SettingValues {
    /** Every setting has its default. */
    SettingValues DEFAULTS = Setting::defaultValue;

    <T> T get(Setting<T> setting);
}
