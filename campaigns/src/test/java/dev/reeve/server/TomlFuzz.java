package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** Fuzz target: a config file. */
public final class TomlFuzz {
    private static final Map<String, String> ENVIRONMENT = Map.of("SOME", "thing", "QUOTE", "$1\\\\");
    private static final Pattern NO_NAME_TO_LOOK_UP = Pattern.compile("[0-9.]*|[0-9a-f:]*");
    private static final Path FILE = file();

    private TomlFuzz() {}

    private static Path file() {
        try {
            Path file = Files.createTempFile("reeve-fuzz", ".toml");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void fuzzerTestOneInput(byte[] input) throws IOException {
        Files.write(FILE, input);
        try {
            TomlFile toml = TomlFile.read(FILE, ENVIRONMENT);
            toml.values().keySet().forEach(key -> assertThat(toml.placeOf(key)).startsWith(FILE.toString()));
            if (isQuick(toml)) {
                SettingsReader reader = new SettingsReader();
                reader.readFile(FILE, ENVIRONMENT);
                assertThat(reader.settings()).isNotNull();
            }
        } catch (StartException refused) {
            assertThat(refused.getMessage()).doesNotContain("\n", "\r");
            assertThat(refused.getMessage().startsWith(FILE.toString())
                            || refused.getMessage().startsWith("bind: other machines can reach"))
                    .as(refused.getMessage())
                    .isTrue();
        }
    }

    /** Whether the address can be parsed without a DNS lookup. */
    private static boolean isQuick(TomlFile toml) {
        String address = Objects.requireNonNullElse(toml.values().get("bind"), "");
        return NO_NAME_TO_LOOK_UP.matcher(address).matches();
    }
}
