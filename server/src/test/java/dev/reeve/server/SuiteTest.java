package dev.reeve.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private static final Pattern EXECUTION = Pattern.compile("(?s)<execution>(.*?)</execution>");
    private static final Pattern CLASSES =
            Pattern.compile("<testClassesDirectory>\\S*/\\.\\./\\.\\./(.*?)/target/.*</testClassesDirectory>");
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
    void what_the_tests_of_a_module_leave_out_the_campaigns_run() throws IOException {
        Map<String, List<String>> leftOut = new TreeMap<>();
        try (Stream<Path> poms = Files.find(HOME, 3, (file, is) -> file.endsWith("pom.xml"))) {
            for (Path pom : poms.toList()) {
                String text = Files.readString(pom);
                List<String> tests = found(EXCLUDED, text);
                if (!tests.isEmpty()) {
                    List<String> tested = found(TESTED, text);
                    String own = HOME.relativize(pom.getParent()).toString();
                    leftOut.put(tested.isEmpty() ? own : tested.get(0), tests);
                }
            }
        }
        Map<String, List<String>> run = new TreeMap<>();
        for (String execution : found(EXECUTION, pom("suite/campaigns"))) {
            assertThat(found(CLASSES, execution)).hasSize(1);
            run.put(found(CLASSES, execution).get(0), found(INCLUDED, execution));
        }
        assertThat(leftOut).isNotEmpty().isEqualTo(run);
        for (String module : leftOut.keySet()) {
            for (String pattern : leftOut.get(module)) {
                String name = pattern.substring(pattern.lastIndexOf('/') + 1);
                try (Stream<Path> files = Files.walk(HOME.resolve(module).resolve("src/test/java"))) {
                    assertThat(files.filter(file -> file.endsWith(name)))
                            .as(name)
                            .hasSize(1);
                }
            }
        }
    }

    /** Nothing but campaigns is counted as one: what the launcher runs at full size too. */
    @Test
    void what_runs_among_the_campaigns_is_one() throws IOException {
        String launcher = Files.readString(HOME.resolve("reeve"));
        List<String> tests = found(INCLUDED, pom("suite/campaigns"));
        assertThat(tests).isNotEmpty();
        for (String pattern : tests) {
            String name = pattern.replaceAll(".*/|\\.java", "");
            assertThat(launcher).as(name).containsPattern("(?m)^[a-z-]+ +" + name + " +reeve\\.[a-z-]+ +\\d+ ");
        }
    }
}
