package dev.reeve.server;

import java.util.Locale;

/** One setting: its key, how its value is written, what it is when nobody says, and what it is for. */
public record Setting<T>(String key, SettingType<T> type, String defaultText, String explanation) {

    /** The environment variable that sets it: {@code workq.lease-reply} is {@code REEVE_WORKQ_LEASE_REPLY}. */
    public String variable() {
        return "REEVE_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    T parse(String text, String source) {
        try {
            return type.parser().apply(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new StartException("%s: %s must be %s, not \"%s\"".formatted(source, key, type.expected(), text));
        }
    }
}
