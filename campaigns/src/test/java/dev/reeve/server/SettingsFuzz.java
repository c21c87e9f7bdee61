package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.settings.Durations;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fuzz target: durations, sizes and numbers in settings and HTTP requests. */
public final class SettingsFuzz {
    private static final List<SettingType<?>> TYPES = List.of(
            SettingType.DURATION,
            SettingType.DURATION_ABOVE_ZERO,
            SettingType.DURATIONS,
            SettingType.size("0B", "1TiB"),
            SettingType.SHARE,
            SettingType.PORT,
            SettingType.integer(-5, 5),
            SettingType.FOLDER,
            SettingType.BOOL);

    private SettingsFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        for (SettingType<?> type : TYPES) {
            setting(new Setting<>("key", type, "", ""), text);
        }
        Long micros = micros(text);
        if (micros != null) {
            assertThat(micros).isNotNegative();
            assertThat(Durations.parseMicros(Durations.print(micros))).isEqualTo(micros);
        }
    }

    private static void setting(Setting<?> setting, String text) {
        try {
            ReadValues values = new ReadValues();
            values.set(setting, new ConfigEntry("key", text, ConfigEntry.Kind.TEXT, "here"));
            assertThat(values.get(setting)).isNotNull();
        } catch (StartException refused) {
            assertThat(refused.getMessage()).startsWith("here: key must be ").doesNotContain("\n", "\r");
        }
    }

    private static @Nullable Long micros(String text) {
        try {
            return Durations.parseMicros(text);
        } catch (IllegalArgumentException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return null;
        }
    }
}
