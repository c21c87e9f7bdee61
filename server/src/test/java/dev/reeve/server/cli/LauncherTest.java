package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.cli.FakeCheckout.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LauncherTest {
    @TempDir
    private Path folder;

    private FakeCheckout checkout;

    @BeforeEach
    void setUp() throws IOException {
        folder = folder.toRealPath();
        checkout = new FakeCheckout(folder);
    }

    @Nested
    class Jdk {
        @BeforeEach
        void setUp() throws IOException {
            checkout.maven();
        }

        @Test
        void is_the_newest_of_those_found() throws Exception {
            checkout.jdk("nine", "9.0.4");
            checkout.jdk("seventeen", "17.0.19");
            checkout.jdk("twenty five", "25.0.3");
            checkout.jdk("twenty one", "21");
            assertThat(checkout.run().out()).startsWith("java of twenty five\n");
        }

        @Test
        void is_the_one_of_JAVA_HOME_even_if_there_are_newer_ones() throws Exception {
            checkout.jdk("25", "25");
            Run run = checkout.with("JAVA_HOME", checkout.jdk("17", "17").toString())
                    .run();
            assertThat(run.out()).startsWith("java of 17\n");
        }

        @Test
        void is_another_one_where_JAVA_HOME_is_no_good() throws Exception {
            checkout.jdk("25", "25");
            Run run = checkout.with("JAVA_HOME", checkout.jdk("11", "11.0.2").toString())
                    .run("x");
            assertThat(run.out()).startsWith("java of 25\n");
            assertThat(run.err())
                    .startsWith(
                            "reeve: JAVA_HOME=" + folder + "/jdks/11 is not a JDK 17 or later, looking for another");
        }

        @Test
        void is_found_on_the_path_through_links() throws Exception {
            Path jdk = checkout.jdk("17", "17");
            Files.createSymbolicLink(folder.resolve("alternative"), jdk.resolve("bin/javac"));
            Files.createSymbolicLink(checkout.bin().resolve("javac"), folder.resolve("alternative"));
            assertThat(checkout.with("REEVE_JDK_FOLDERS", "/no/such/folder")
                            .run()
                            .out())
                    .startsWith("java of 17\n");
        }

        @Test
        void tells_its_version_itself_where_there_is_no_release_file() throws Exception {
            Files.delete(checkout.jdk("25", "25.0.3").resolve("release"));
            checkout.jdk("21", "21");
            assertThat(checkout.run().out()).startsWith("java of 25\n");
        }

        @Test
        void is_asked_for_in_one_line_where_there_is_none() throws Exception {
            checkout.jdk("11", "11.0.2");
            Files.delete(checkout.jdk("runtime only", "25").resolve("bin/javac"));
            Run run = checkout.run("serve");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .startsWith("reeve: no JDK 17 or later found; install one")
                    .hasLineCount(1);
            assertThat(checkout.mavenCalls()).isEmpty();
        }
    }

    @Nested
    class Build {
        @BeforeEach
        void setUp() throws IOException {
            checkout.jdk("17", "17");
            checkout.maven();
        }

        @Test
        void happens_once() throws Exception {
            assertThat(checkout.run().err()).isEqualTo("reeve: building, this takes a moment\n");
            assertThat(checkout.run().err()).isEmpty();
            assertThat(checkout.mavenCalls())
                    .hasSize(1)
                    .first()
                    .asString()
                    .startsWith(folder + "/jdks/17 " + checkout.home() + " -B -q -Dlaunch=launch-")
                    .endsWith(" -pl server -am package");
            assertThat(checkout.home().resolve("server/target")).isEmptyDirectory();
            assertThat(checkout.home().resolve("engine/target")).isEmptyDirectory();
        }

        @Test
        void happens_again_when_sources_changed() throws Exception {
            checkout.run();
            checkout.write("engine/src/main/java/E.java", "class E { int x; }");
            checkout.run();
            checkout.write("server/src/main/resources/new", "");
            checkout.run();
            Files.delete(checkout.home().resolve("server/src/main/resources/new"));
            checkout.write("pom.xml", "<project/>");
            checkout.run();
            assertThat(checkout.mavenCalls()).hasSize(4);
            checkout.write("server/src/test/java/T.java", "class T {}");
            checkout.run();
            assertThat(checkout.mavenCalls()).hasSize(4);
            try (var jars = Files.list(checkout.home().resolve("target/launch"))) {
                assertThat(jars.filter(Files::isDirectory)).hasSize(3);
            }
        }

        @Test
        void shows_its_log_when_it_fails_and_is_tried_again() throws Exception {
            checkout.brokenMaven();
            Run run = checkout.run("serve");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).contains("E.java: no such symbol\nreeve: the build failed, see above or ");
            checkout.maven();
            assertThat(checkout.run().exitCode()).isZero();
        }

        @Test
        void is_left_to_the_first_of_two_starts() throws Exception {
            checkout.slowMaven();
            Path launcher = checkout.home().resolve("reeve");
            List<Process> both = List.of(checkout.start(launcher, folder), checkout.start(launcher, folder));
            for (Process process : both) {
                assertThat(FakeCheckout.finish(process).exitCode()).isZero();
            }
            assertThat(checkout.mavenCalls()).hasSize(1);
        }

        @Test
        void is_not_held_up_by_the_lock_of_a_process_that_is_gone() throws Exception {
            Process gone = new ProcessBuilder("true").start();
            gone.waitFor();
            Path launch = Files.createDirectories(checkout.home().resolve("target/launch"));
            Files.createSymbolicLink(launch.resolve("lock"), Path.of(Long.toString(gone.pid())));
            assertThat(checkout.run().exitCode()).isZero();
            assertThat(Files.isSymbolicLink(launch.resolve("lock"))).isFalse();
        }
    }

    @Nested
    class Start {
        @BeforeEach
        void setUp() throws IOException {
            checkout.maven();
        }

        @Test
        void passes_every_argument_on_and_becomes_the_server() throws Exception {
            checkout.jdk("17", "17");
            Run run = checkout.run("serve", "--data", "my data", "--set", "bind=::1", "");
            assertThat(run.out().lines().limit(9))
                    .containsExactly(
                            "java of 17",
                            "pid " + run.pid(),
                            folder.toString(),
                            "-XX:+UseG1GC",
                            "-XX:MaxGCPauseMillis=20",
                            "-XX:+UnlockExperimentalVMOptions",
                            "-XX:G1NewSizePercent=1",
                            "-XX:MaxTenuringThreshold=0",
                            "-XX:+ExitOnOutOfMemoryError");
            assertThat(run.out())
                    .contains("\n-XX:MaxRAMPercentage=50\n-cp\n" + checkout.home() + "/target/launch/server-")
                    .endsWith("/*\ndev.reeve.server.Main\nserve\n--data\nmy data\n--set\nbind=::1\n\n")
                    .doesNotContain("native-access");
        }

        @Test
        void of_the_load_generator_builds_and_runs_that() throws Exception {
            checkout.jdk("17", "17");
            checkout.run("serve");
            Run run = checkout.run("bench", "--door", "workq", "a b");
            assertThat(run.out())
                    .contains("\n-cp\n" + checkout.home() + "/target/launch/bench-")
                    .endsWith("/*\ndev.reeve.bench.BenchMain\n--door\nworkq\na b\n");
            assertThat(checkout.mavenCalls()).hasSize(2).last().asString().endsWith(" -pl bench -am package");
            checkout.write("bench/src/main/java/B.java", "class B { int x; }");
            checkout.run("serve");
            assertThat(checkout.mavenCalls()).hasSize(2);
            checkout.run("bench");
            assertThat(checkout.mavenCalls()).hasSize(3);
        }

        @Test
        void lets_the_newest_javas_use_native_memory() throws Exception {
            checkout.jdk("25", "25");
            assertThat(checkout.run().out())
                    .contains("--enable-native-access=ALL-UNNAMED\n--sun-misc-unsafe-memory-access=allow\n");
        }

        @Test
        void takes_options_for_the_JVM() throws Exception {
            checkout.jdk("17", "17");
            assertThat(checkout.with("REEVE_JAVA_OPTS", "-Xmx1g -Xss1m").run().out())
                    .contains("\n-Xmx1g\n-Xss1m\n-cp\n")
                    .doesNotContain("MaxRAMPercentage");
        }

        @Test
        void works_through_links_and_from_anywhere() throws Exception {
            checkout.jdk("17", "17");
            Path links = Files.createDirectories(folder.resolve("some links"));
            Files.createSymbolicLink(links.resolve("first"), Path.of("../a checkout/reeve"));
            Files.createSymbolicLink(links.resolve("second"), Path.of("first"));
            Run run = FakeCheckout.finish(checkout.start(links.resolve("second"), links, "x"));
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains("\n" + links + "\n").endsWith("dev.reeve.server.Main\nx\n");
        }
    }

    @Nested
    class Tests {
        @BeforeEach
        void setUp() throws IOException {
            checkout.jdk("17", "17");
        }

        @Test
        void run_all_of_verify_with_the_JDK_found() throws Exception {
            checkout.maven();
            Run run = checkout.run("test", "-Dtest=One Two");
            assertThat(run.out()).isEqualTo("BUILD SUCCESS\n");
            assertThat(checkout.mavenCalls())
                    .containsExactly(folder + "/jdks/17 " + checkout.home() + " -B -ntp verify -Dtest=One Two");
        }

        @Test
        void report_failure() throws Exception {
            checkout.brokenMaven();
            assertThat(checkout.run("test").exitCode()).isEqualTo(1);
        }

        @Test
        void install_maven_for_root() throws Exception {
            user(0);
            checkout.script(checkout.bin().resolve("apt-get"), """
                    echo "$*" >> '%s/apt-get calls'
                    if [ "$1" = install ]; then
                        printf '#!/bin/sh\\necho "maven $*"\\n' > '%s/mvn'
                        chmod +x '%s/mvn'
                    fi
                    """.formatted(folder, checkout.bin(), checkout.bin()));
            assertThat(checkout.run("test").out()).isEqualTo("maven -B -ntp verify\n");
            assertThat(Files.readAllLines(folder.resolve("apt-get calls")))
                    .containsExactly("update", "install -y --no-install-recommends maven");
        }

        @Test
        void say_how_to_get_maven_where_installing_it_fails() throws Exception {
            user(0);
            checkout.script(checkout.bin().resolve("apt-get"), "echo 'no network'; exit 100");
            Run run = checkout.run("test");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("no network\nreeve: Maven is needed to build Reeve: install it (apt-get ");
        }

        @Test
        void say_how_to_get_maven_to_anyone_else() throws Exception {
            user(1000);
            checkout.script(checkout.bin().resolve("apt-get"), "echo called");
            for (String command : List.of("test", "serve")) {
                Run run = checkout.run(command);
                assertThat(run.exitCode()).isEqualTo(1);
                assertThat(run.err())
                        .startsWith("reeve: Maven is needed to build Reeve: install it (apt-get install maven, ")
                        .hasLineCount(1);
            }
        }

        private void user(int id) throws IOException {
            Files.delete(checkout.bin().resolve("id"));
            checkout.script(checkout.bin().resolve("id"), "echo " + id);
        }
    }

    @Nested
    class Campaigns {
        private static final Path TESTS = Path.of("src", "test", "java");
        private static final Pattern ROW = Pattern.compile("(?m)^  ([a-z-]+) +\\S.* \\(\\d+ unless you say\\)$");
        private static final Pattern CALL = Pattern.compile(".* -Dtest=(\\S+) .* -D(reeve\\.[a-z-]+)=\\d+");

        @BeforeEach
        void setUp() throws IOException {
            checkout.maven();
        }

        @Test
        void run_one_test_at_large_with_the_JDK_found() throws Exception {
            checkout.jdk("17", "17");
            Run run = checkout.run("campaign", "kill");
            assertThat(run.err()).isEqualTo("reeve: campaign kill: KillTest with reeve.kills=2000\n");
            assertThat(run.out()).isEqualTo("BUILD SUCCESS\n");
            assertThat(checkout.mavenCalls())
                    .containsExactly(folder + "/jdks/17 " + checkout.home() + " -B -ntp verify -q -pl server -am"
                            + " -Dtest=KillTest -Dsurefire.failIfNoSpecifiedTests=false -Dspotless.check.skip=true"
                            + " -Dreeve.kills=2000");
        }

        @Test
        void take_a_size_and_a_seed() throws Exception {
            checkout.jdk("17", "17");
            checkout.run("campaign", "kill", "7", "--seed", "-12");
            checkout.run("campaign", "kill", "--seed", "5");
            assertThat(checkout.mavenCalls())
                    .satisfiesExactly(
                            first -> assertThat(first).endsWith(" -Dreeve.kills=7 -Dreeve.seed=-12"),
                            second -> assertThat(second).endsWith(" -Dreeve.kills=2000 -Dreeve.seed=5"));
        }

        @Test
        void report_failure() throws Exception {
            checkout.jdk("17", "17");
            checkout.brokenMaven();
            assertThat(checkout.run("campaign", "kill").exitCode()).isEqualTo(1);
        }

        @Test
        void are_listed_and_each_is_there() throws Exception {
            checkout.jdk("17", "17");
            Run list = checkout.run("campaign");
            assertThat(list.exitCode()).isZero();
            assertThat(checkout.mavenCalls()).isEmpty();
            List<String> names =
                    ROW.matcher(list.out()).results().map(row -> row.group(1)).toList();
            assertThat(names).hasSize((int) list.out().lines().count() - 2).contains("kill");
            for (String name : names) {
                checkout.run("campaign", name);
                Matcher call = CALL.matcher(
                        checkout.mavenCalls().get(checkout.mavenCalls().size() - 1));
                assertThat(call.matches()).as(name).isTrue();
                assertThat(source(call.group(1))).as(name).contains("\"" + call.group(2) + "\"");
            }
        }

        private String source(String test) throws IOException {
            try (Stream<Path> files = Files.walk(TESTS)) {
                List<Path> found =
                        files.filter(file -> file.endsWith(test + ".java")).toList();
                assertThat(found).as(test).hasSize(1);
                return Files.readString(found.get(0));
            }
        }

        @Test
        void are_refused_in_one_line_where_they_make_no_sense() throws Exception {
            assertRefused("there is no campaign 'kil'; ./reeve campaign lists them", "campaign", "kil");
            assertRefused("the size of a campaign is a number, not 'many'", "campaign", "kill", "many");
            assertRefused("the seed of a campaign is a number, not ''", "campaign", "kill", "--seed");
            assertRefused("the seed of a campaign is a number, not 'x'", "campaign", "kill", "3", "--seed", "x");
            assertThat(checkout.mavenCalls()).isEmpty();
        }

        private void assertRefused(String line, String... arguments) throws Exception {
            Run run = checkout.run(arguments);
            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).isEqualTo("reeve: " + line + "\n");
            assertThat(run.out()).isEmpty();
        }
    }
}
