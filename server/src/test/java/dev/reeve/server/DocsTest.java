package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.door.ocypod.OcypodTerms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation agrees with the code. */
class DocsTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+)$");
    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^```.*?^```");

    @TempDir
    private Path folder;

    @Test
    void the_page_of_settings_is_up_to_date() {
        assertThat(HOME.resolve("docs/settings.md"))
                .as("write it again: ./reeve config reference > docs/settings.md")
                .hasContent(SettingsDocs.page());
    }

    @Test
    void the_example_file_is_up_to_date() {
        assertThat(HOME.resolve("reeve.example.toml"))
                .as("write it again: ./reeve config example > reeve.example.toml")
                .hasContent(SettingsDocs.example());
    }

    @Test
    void the_example_file_holds_the_defaults() throws IOException {
        String text = SettingsDocs.example();
        List<Settings.Shown> defaults = new SettingsReader().settings().shown();
        assertThat(read(text)).isEqualTo(defaults);
        List<Settings.Shown> taken = read(text.replaceAll("(?m)^#(?! )", ""));
        assertThat(taken).hasSize(Settings.ALL.size() + OcypodTerms.QUEUE_SETTINGS.size());
        assertThat(taken).allSatisfy(setting -> assertThat(setting.source()).startsWith(folder.toString()));
        assertThat(taken.stream().limit(defaults.size()).map(Settings.Shown::value))
                .containsExactlyElementsOf(
                        defaults.stream().map(Settings.Shown::value).toList());
    }

    private List<Settings.Shown> read(String toml) throws IOException {
        SettingsReader reader = new SettingsReader();
        reader.readFile(Files.writeString(folder.resolve("reeve.toml"), toml), Map.of());
        return reader.settings().shown();
    }

    @Test
    void links_lead_somewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        List<Path> documents = documents();
        assertThat(documents).contains(HOME.resolve("README.md"), HOME.resolve("docs/operations.md"));
        for (Path document : documents) {
            Matcher link = LINK.matcher(prose(document));
            while (link.find()) {
                if (!link.group(1).contains("://") && !leadsSomewhere(document, link.group(1))) {
                    broken.add(HOME.relativize(document) + ": " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static List<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path folder : List.of(HOME, HOME.resolve("docs"))) {
            try (Stream<Path> files = Files.walk(folder, folder.equals(HOME) ? 1 : Integer.MAX_VALUE)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
            }
        }
        return found;
    }

    private static String prose(Path document) throws IOException {
        return CODE_BLOCK.matcher(Files.readString(document)).replaceAll("");
    }

    private static boolean leadsSomewhere(Path document, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? document : document.resolveSibling(file).normalize();
        return Files.exists(target) && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
    }

    private static List<String> anchors(Path document) throws IOException {
        return HEADING.matcher(prose(document))
                .results()
                .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .toList();
    }
}
