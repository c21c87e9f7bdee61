package dev.reeve.server;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingType.Form;
import dev.reeve.settings.SettingValues;
import java.util.HashMap;
import java.util.Map;

/** The values that were read for settings. A setting without one has its default. */
final class ReadValues implements SettingValues {
    private static final String MASK = "********";

    private record Value(Object parsed, String text, String source) {}

    private final Map<Setting<?>, Value> values = new HashMap<>();

    /** Parses a value. The key of the entry, for error messages, may have a table in front of the setting's key. */
    void set(Setting<?> setting, ConfigEntry entry) {
        SettingType<?> type = setting.type();
        String mustBe = entry.key() + " must be " + type.expected();
        if (entry.kind() == ConfigEntry.Kind.LIST && type.form() != Form.LIST) {
            throw entry.refused(mustBe + ", not a list");
        }
        if (entry.kind() == ConfigEntry.Kind.UNQUOTED && type.form() == Form.TEXT) {
            throw entry.refused(mustBe + " in quotes, not " + entry.text());
        }
        try {
            values.put(setting, new Value(type.parser().apply(entry.text()), entry.text(), entry.source()));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw entry.refused(mustBe + (type.form() == Form.SECRET ? "" : ", not \"" + entry.text() + "\""));
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T get(Setting<T> setting) {
        Value value = values.get(setting);
        return value == null ? setting.defaultValue() : (T) value.parsed();
    }

    boolean isDefault(Setting<?> setting) {
        return !values.containsKey(setting);
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    private Value written(Setting<?> setting) {
        Value value = values.get(setting);
        return value == null ? new Value("", setting.defaultText(), "default") : value;
    }

    /** An error about a value that conflicts with another one. */
    StartException conflict(Setting<?> setting, String why) {
        Value value = written(setting);
        return new StartException("%s: %s = %s %s".formatted(value.source(), setting.key(), value.text(), why));
    }

    /** The setting for display, with {@code table} in front of its key; a secret is masked. */
    Settings.Shown shown(String table, Setting<?> setting) {
        Value value = written(setting);
        boolean isSecret = setting.type().form() == Form.SECRET;
        return new Settings.Shown(
                table + setting.key(), TomlText.value(setting.type(), isSecret ? MASK : value.text()), value.source());
    }
}
