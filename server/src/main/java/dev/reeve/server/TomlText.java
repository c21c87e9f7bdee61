package dev.reeve.server;

import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingType.Form;
import java.util.regex.Pattern;

/** Formats keys and values in TOML syntax. */
final class TomlText {
    private static final Pattern BARE_KEY = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Pattern BARE_VALUE = Pattern.compile("true|false|0|[1-9]\\d{0,17}");

    private TomlText() {}

    static String key(String name) {
        return BARE_KEY.matcher(name).matches() ? name : quoted(name);
    }

    static String value(SettingType<?> type, String text) {
        boolean isBare = type.form() != Form.TEXT && BARE_VALUE.matcher(text).matches();
        return isBare || type.form() == Form.LIST ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (Character.isISOControl(c)) {
                quoted.append("\\u%04X".formatted(c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }
}
