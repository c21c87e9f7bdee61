package dev.reeve.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files of the dashboard: all of them are listed, they refer to nothing else, and they are small. */
class WebFilesTest {
    private static final Path FOLDER = Path.of("src/main/resources/web");
    private static final Pattern IMPORT = Pattern.compile("(?:from |import |import\\()'([^']+)'");
    private static final int MOST_BYTES_WITHOUT_PLOTS = 150_000;
    private static final int MOST_BYTES = 400_000;

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(FOLDER)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    @Test
    void every_file_is_listed() throws IOException {
        assertThat(files().stream()
                        .map(file -> FOLDER.relativize(file).toString().replace('\\', '/')))
                .containsExactlyInAnyOrderElementsOf(WebFiles.OWN);
    }

    @Test
    void every_import_leads_to_a_file() throws IOException {
        WebFiles served = new WebFiles();
        int imports = 0;
        for (Path file : files()) {
            Matcher each = IMPORT.matcher(Files.readString(file));
            while (each.find()) {
                Path target =
                        FOLDER.relativize(file.resolveSibling(each.group(1)).normalize());
                assertThat(served.find(target.toString().replace('\\', '/')))
                        .as(file + " imports " + each.group(1))
                        .isNotNull();
                imports++;
            }
        }
        assertThat(imports).isGreaterThan(50);
    }

    /** The shell makes the address of a page's module of its name. */
    @Test
    void every_page_that_the_shell_knows_is_a_file() throws IOException {
        String table = Files.readString(FOLDER.resolve("app.js")).replaceAll("(?s).*const pages = \\{|\n};.*", "");
        List<String> named = Pattern.compile("(?m)^  (\\w+):")
                .matcher(table)
                .results()
                .map(page -> "pages/" + page.group(1) + ".js")
                .toList();
        assertThat(WebFiles.OWN)
                .filteredOn(file -> file.startsWith("pages/") && !file.equals("pages/login.js"))
                .containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void nothing_is_loaded_from_elsewhere() throws IOException {
        for (Path file : files()) {
            assertThat(Files.readString(file).replace("http://www.w3.org/2000/svg", ""))
                    .as(file.toString())
                    .doesNotContainPattern("https?://")
                    .doesNotContain("innerHTML", "unsafeHTML");
        }
    }

    @Test
    void the_pages_are_small() throws IOException {
        long own = 0;
        for (Path file : files()) {
            own += Files.size(file);
        }
        long withoutPlots = own + bytesOf("lit-html/3.3.2/lit-html.js");
        assertThat(withoutPlots).isLessThan(MOST_BYTES_WITHOUT_PLOTS);
        assertThat(withoutPlots + bytesOf("chart.js/4.5.1/dist/chart.umd.js")).isLessThan(MOST_BYTES);
    }

    private static long bytesOf(String webjar) throws IOException {
        try (InputStream in = WebFilesTest.class.getResourceAsStream("/META-INF/resources/webjars/" + webjar)) {
            assertThat(in).isNotNull();
            return in.readAllBytes().length;
        }
    }
}
