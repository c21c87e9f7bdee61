package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
            List<ConfigEntry> entries = TomlFile.read(FILE, ENVIRONMENT);
            assertThat(entries).allSatisfy(entry -> assertThat(entry.source()).startsWith(FILE.toString()));
            if (entries.stream().allMatch(TomlFuzz::isQuick)) {
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

    /** Whether the entry can be parsed without a DNS lookup. */
    private static boolean isQuick(ConfigEntry entry) {
        return !entry.key().equals("bind")
                || NO_NAME_TO_LOOK_UP.matcher(entry.text()).matches();
    }
}
