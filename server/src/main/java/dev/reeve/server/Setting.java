package dev.reeve.server;

import java.util.Locale;

/** One setting: key, type, default and explanation. */
public record Setting<T>(String key, SettingType<T> type, String defaultText, String explanation) {

    /** The environment variable that sets it: {@code workq.ttr-port} is {@code REEVE_WORKQ_TTR_PORT}. */
    public String variable() {
        return "REEVE_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    SettingValue<T> parse(String text, String source) {
        try {
            return new SettingValue<>(this, type.parser().apply(text), text, source);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new StartException("%s: %s must be %s%s"
                    .formatted(source, key, type.expected(), type.isSecret() ? "" : ", not \"" + text + "\""));
        }
    }

    SettingValue<T> byDefault() {
        return parse(defaultText, SettingValue.DEFAULT);
    }
}
