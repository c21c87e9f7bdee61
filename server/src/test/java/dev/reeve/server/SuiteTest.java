package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code ./reeve test} does not run in its own module, it runs in a module of the suite. */
class SuiteTest {
    private static final Path HOME = Path.of("..");
    private static final Pattern MODULE = Pattern.compile("<module>(.*)</module>");
    private static final Pattern TESTED = Pattern.compile("<tested>(.*)</tested>");
    private static final Pattern EXCLUDED = Pattern.compile("<exclude>(.*\\.java)</exclude>");
    private static final Pattern INCLUDED = Pattern.compile("<include>(.*)</include>");

    private static String pom(String module) throws IOException {
        return Files.readString(HOME.resolve(module).resolve("pom.xml"));
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @Test
    void the_tests_of_every_module_are_run_in_one_place() throws IOException {
        List<String> suite = found(MODULE, pom("suite"));
        for (String module : suite) {
            assertThat(found(TESTED, pom("suite/" + module))).containsExactly(module);
        }
        try (Stream<Path> poms = Files.find(HOME, 3, (file, is) -> file.endsWith("pom.xml"))) {
            for (Path pom : poms.toList()) {
                String module = HOME.relativize(pom.getParent()).toString();
                assertThat(Files.readString(pom).contains("<skipTests>true</skipTests>"))
                        .as(module)
                        .isEqualTo(suite.contains(module));
            }
        }
    }

    @Test
    void what_the_tests_of_the_server_leave_out_the_campaigns_run() throws IOException {
        List<String> leftOut = found(EXCLUDED, pom("suite/server"));
        assertThat(leftOut).isNotEmpty().containsExactlyElementsOf(found(INCLUDED, pom("suite/campaigns")));
        for (String pattern : leftOut) {
            String name = pattern.substring(pattern.lastIndexOf('/') + 1);
            try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
                assertThat(files.filter(file -> file.endsWith(name))).as(name).hasSize(1);
            }
        }
    }
}
