package dev.reeve.settings;

import java.util.Locale;

/** The declaration of a setting: key, type, default and explanation. The part that uses the value declares it. */
public record Setting<T>(String key, SettingType<T> type, String defaultText, String explanation) {
    /** Creates a declaration. A line end in the explanation counts as a blank. */
    public Setting {
        explanation = explanation.strip().replace('\n', ' ');
    }

    /** The environment variable that sets it: {@code workq.ttr-port} is {@code REEVE_WORKQ_TTR_PORT}. */
    public String variable() {
        return "REEVE_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    public T defaultValue() {
        return type.parser().apply(defaultText);
    }
}
