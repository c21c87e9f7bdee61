package dev.reeve.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.cli.FakeCheckout.Run;
import dev.reeve.server.cli.remote.RemoteCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LauncherTest {
    private static final Path HOME = Path.of("..");

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
                            "reeve: JAVA_HOME=" + folder + "/jdks/11 is not a JDK 17 or later, searching for another");
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

        /** Lets the launcher date its record of the sources as of now, so that the test has not to wait until they are older. */
        private void dateRecordsAsOfNow() throws IOException {
            checkout.script(checkout.bin().resolve("touch"), "case $1 in -d) ;; *) exec /bin/touch \"$@\" ;; esac");
            checkout.script(
                    checkout.bin().resolve("cksum"), "echo x >> '" + folder + "/sums'; exec /usr/bin/cksum \"$@\"");
        }

        private boolean computesSums() throws Exception {
            Path sums = folder.resolve("sums");
            Files.deleteIfExists(sums);
            assertThat(checkout.run().exitCode()).isZero();
            return Files.exists(sums);
        }

        @Test
        void is_checked_without_reading_the_sources_while_nothing_has_changed() throws Exception {
            dateRecordsAsOfNow();
            assertThat(computesSums()).isTrue();
            assertThat(computesSums()).as("the first build made folders").isTrue();
            assertThat(computesSums()).isFalse();
            Path source = checkout.home().resolve("engine/src/main/java/E.java");
            FileTime written = Files.getLastModifiedTime(source);
            Files.writeString(source, "class F {}");
            Files.setLastModifiedTime(source, written);
            assertThat(computesSums()).as("a change that hides its time").isTrue();
            assertThat(checkout.mavenCalls()).hasSize(2);
            Path old = checkout.home().resolve("engine/src/main/resources/old");
            Files.createDirectories(old.getParent());
            Files.writeString(old, "");
            assertThat(computesSums()).isTrue();
            assertThat(checkout.mavenCalls()).hasSize(3);
            assertThat(computesSums()).isFalse();
            Files.delete(old);
            assertThat(computesSums()).as("a file is gone").isTrue();
            assertThat(computesSums()).isFalse();
        }

        @Test
        void is_checked_by_reading_the_sources_where_the_clock_was_set_back_or_tools_lack_options() throws Exception {
            dateRecordsAsOfNow();
            computesSums();
            Path record = checkout.home().resolve("target/launch/sources-server");
            Files.setLastModifiedTime(record, FileTime.from(Instant.now().plusSeconds(3600)));
            checkout.write("engine/src/main/java/E.java", "class F {}");
            assertThat(computesSums()).isTrue();
            checkout.script(
                    checkout.bin().resolve("find"),
                    "case \" $* \" in *-cnewer*) echo 'find: unknown predicate' >&2; exit 1 ;; esac; exec /usr/bin/find \"$@\"");
            checkout.write("engine/src/main/java/E.java", "class G {}");
            assertThat(computesSums()).isTrue();
            assertThat(checkout.mavenCalls()).hasSize(3);
            checkout.script(
                    checkout.bin().resolve("touch"), "case $1 in -d | -A) exit 1 ;; *) exec /bin/touch \"$@\" ;; esac");
            Files.delete(record);
            assertThat(computesSums()).isTrue();
            assertThat(record).doesNotExist();
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
            assertThat(run.out().lines().limit(11))
                    .containsExactly(
                            "java of 17",
                            "pid " + run.pid(),
                            folder.toString(),
                            "-XX:+UseG1GC",
                            "-XX:MaxGCPauseMillis=8",
                            "-XX:+UnlockExperimentalVMOptions",
                            "-XX:G1NewSizePercent=0",
                            "-XX:G1RSetUpdatingPauseTimePercent=60",
                            "-XX:MaxTenuringThreshold=0",
                            "-XX:G1HeapRegionSize=4m",
                            "-XX:+ExitOnOutOfMemoryError");
            assertThat(run.out())
                    .contains("\n-XX:MaxRAMPercentage=50\n-cp\n" + checkout.home() + "/target/launch/server-")
                    .endsWith("/*\ndev.reeve.server.Main\nserve\n--data\nmy data\n--set\nbind=::1\n\n")
                    .doesNotContain("native-access");
        }

        /** They are not in one place, as each of these has to work without the others. */
        @Test
        void has_the_options_of_the_packages_and_of_the_manual() throws Exception {
            Path project = Path.of("..");
            String launcher = Files.readString(project.resolve("reeve"));
            Matcher options = Pattern.compile("(?m)^short_pauses='(.*)'$").matcher(launcher);
            assertThat(options.find()).isTrue();
            for (String file : List.of("packaging/reeve", "docs/operations.md", "docs/operations/reeve.service")) {
                assertThat(Files.readString(project.resolve(file)).replaceAll("[ \\\\\n]+", " "))
                        .as(file)
                        .contains("-XX:+UseG1GC " + options.group(1) + " ");
            }
        }

        @Test
        void of_a_command_that_talks_to_a_server_starts_quickly() throws Exception {
            checkout.jdk("17", "17");
            for (String name : RemoteCommands.names()) {
                assertThat(checkout.run(name, "--help").out())
                        .as(name)
                        .contains("\n-XX:TieredStopAtLevel=1\n-XX:+UseSerialGC\n")
                        .doesNotContain("G1", "MaxRAMPercentage");
            }
        }

        @Test
        void of_the_first_such_command_makes_an_archive_of_classes_for_all() throws Exception {
            checkout.jdkWithArchives("17", "17");
            String archive = "\n-XX:SharedArchiveFile=" + checkout.home() + "/target/launch/server-";
            assertThat(checkout.run("status").out()).contains(archive, "/client-17.jsa\n");
            assertThat(checkout.javaCalls()).as("a rehearsal and the command").hasSize(2);
            assertThat(checkout.run("jobs").out()).contains(archive);
            assertThat(checkout.javaCalls()).hasSize(3);
            checkout.jdkWithArchives("21", "21");
            assertThat(checkout.run("jobs").out()).contains(archive, "/client-21.jsa\n");
        }

        @Test
        void of_the_first_server_makes_an_archive_of_classes_with_the_same_options_for_the_next() throws Exception {
            checkout.jdkWithArchives("25", "25");
            String archive = "\n-XX:SharedArchiveFile=" + checkout.home() + "/target/launch/server-";
            assertThat(checkout.run("serve").out()).contains(archive, "/server-25.jsa\n");
            assertThat(checkout.javaCalls()).as("a rehearsal and the server").hasSize(2);
            assertThat(checkout.run("serve").out())
                    .contains(archive)
                    .contains("--enable-native-access=ALL-UNNAMED", "-XX:+UseG1GC");
            assertThat(checkout.javaCalls()).hasSize(3);
            assertThat(checkout.run("journal", "check").out()).doesNotContain("SharedArchiveFile");
        }

        @Test
        void of_a_server_whose_archive_cannot_be_made_goes_on_without() throws Exception {
            checkout.jdk("17", "17");
            assertThat(checkout.run("serve").out()).contains("-Xshare:auto").doesNotContain("SharedArchiveFile");
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
                    .containsExactly(folder + "/jdks/17 " + checkout.home() + wholeSuite() + "verify -Dtest=One Two");
        }

        private String wholeSuite() {
            return " -B -ntp -T 5 -Dapart -Dtest.patient-java=" + patientJava() + " ";
        }

        private Path patientJava() {
            return checkout.home().resolve("target/launch/patient-jdk/bin/java");
        }

        @Test
        void give_tests_that_nobody_waits_for_a_lower_priority() throws Exception {
            checkout.maven();
            checkout.script(folder.resolve("jdks/17/bin/java"), "echo \"java $*, nice $(nice)\"");
            checkout.run("test");
            Process started = new ProcessBuilder(patientJava().toString(), "-version", "a b").start();
            assertThat(started.inputReader().readLine()).matches("java -version a b, nice 1\\d");
            assertThat(Files.readString(patientJava().resolveSibling("../release")))
                    .contains("JAVA_VERSION");
        }

        @Test
        void share_the_classes_of_the_static_analysis_between_all_compilations() throws Exception {
            checkout.script(checkout.bin().resolve("mvn"), "echo \"$MAVEN_OPTS\"");
            checkout.script(folder.resolve("jdks/17/bin/javac"), "echo \"$PWD $*\" > '" + folder + "/javac'");
            assertThat(checkout.run("test").out()).startsWith("-Xbootclasspath/a:target/launch/processors ");
            assertThat(folder.resolve("javac"))
                    .content()
                    .isEqualTo(
                            checkout.home() + " --release 17 -d target/launch/processors .mvn/SharedProcessors.java\n");
        }

        @Test
        void of_one_module_run_where_they_are() throws Exception {
            checkout.maven();
            assertThat(checkout.run("test", "-pl", "engine").err()).isEmpty();
            assertThat(checkout.mavenCalls()).singleElement().asString().endsWith(" -B -ntp -T 3 verify -pl engine");
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "07:25 min (Wall Clock) | SUCCESS [02:13 min] | the suite took 5:12 min, the campaigns 2:13 min",
                    "10:08 min (Wall Clock) | SUCCESS [ 45.250 s] | the suite took 9:23 min, the campaigns 0:45 min",
                    "01:09 h (Wall Clock)   | SUCCESS [08:09 min] | the suite took 60:51 min, the campaigns 8:09 min",
                    "38.051 s (Wall Clock)  | SUCCESS [  7.250 s] | the suite took 0:31 min, the campaigns 0:07 min",
                })
        void tell_the_time_of_the_suite_and_that_of_the_campaigns(String all, String campaigns, String line)
                throws Exception {
            checkout.script(checkout.bin().resolve("mvn"), summary(all, campaigns));
            Run run = checkout.run("test");
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).contains("Reeve suite: campaigns ..").endsWith("Total time:  " + all + "\n");
            assertThat(run.err()).isEqualTo("reeve: " + line + "\n");
        }

        @Test
        void tell_no_times_of_a_run_that_failed() throws Exception {
            checkout.script(checkout.bin().resolve("mvn"), summary("02:13 min (Wall Clock)", "SKIPPED") + "exit 3");
            Run run = checkout.run("test");
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).isEmpty();
        }

        private static String summary(String all, String campaigns) {
            return """
                    echo '[INFO] Reeve campaigns .................................... SUCCESS [  9.100 s]'
                    echo '[INFO] Reeve suite: campaigns ............................. %s'
                    echo '[INFO] Total time:  %s'
                    """.formatted(campaigns, all);
        }

        @Test
        void compile_everything_again_after_a_run_with_another_JDK() throws Exception {
            checkout.maven();
            assertThat(classesSurviveATest()).as("never tested").isFalse();
            assertThat(classesSurviveATest()).as("tested by the same JDK").isTrue();
            checkout.jdk("25", "25");
            assertThat(classesSurviveATest()).as("tested by another JDK").isFalse();
            assertThat(classesSurviveATest()).as("tested by the same JDK").isTrue();
        }

        private boolean classesSurviveATest() throws Exception {
            List<Path> classes = List.of(
                    checkout.home().resolve("engine/target/classes/E.class"),
                    checkout.home().resolve("doors/x/target/test-classes/X.class"));
            for (Path compiled : classes) {
                Files.createDirectories(compiled.getParent());
                Files.writeString(compiled, "");
            }
            assertThat(checkout.run("test").exitCode()).isZero();
            boolean survives = Files.exists(classes.get(0));
            assertThat(Files.exists(classes.get(1))).isEqualTo(survives);
            return survives;
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
            assertThat(checkout.run("test").out()).isEqualTo("maven" + wholeSuite() + "verify\n");
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

        @Test
        void install_the_browser_and_the_clients_for_root() throws Exception {
            checkout.maven();
            user(0);
            removeClients();
            checkout.script(checkout.bin().resolve("apt-get"), "echo \"$*\" >> '%s/apt-get calls'".formatted(folder));
            Run run = checkout.run("test");
            assertThat(run.exitCode()).isZero();
            assertThat(run.err())
                    .isEqualTo(
                            "reeve: the tests need chromium chromium-driver redis-tools python3 nodejs curl dpkg systemd, installing with apt-get\n");
            assertThat(Files.readAllLines(folder.resolve("apt-get calls")))
                    .containsExactly(
                            "update",
                            "install -y --no-install-recommends chromium chromium-driver redis-tools python3 nodejs curl dpkg systemd");
        }

        @Test
        void fail_in_one_line_where_the_browser_cannot_be_installed() throws Exception {
            checkout.maven();
            user(1000);
            Files.delete(checkout.bin().resolve("chromium"));
            Run run = checkout.run("test");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .isEqualTo("reeve: the tests need chromium: install them (apt-get install chromium)\n");
            assertThat(checkout.mavenCalls()).isEmpty();
        }

        @Test
        void of_one_module_need_no_browser() throws Exception {
            checkout.maven();
            user(1000);
            removeClients();
            assertThat(checkout.run("test", "-pl", "engine").exitCode()).isZero();
        }

        private void removeClients() throws IOException {
            for (String client : FakeCheckout.CLIENTS) {
                Files.delete(checkout.bin().resolve(client));
            }
        }

        private void user(int id) throws IOException {
            Files.delete(checkout.bin().resolve("id"));
            checkout.script(checkout.bin().resolve("id"), "echo " + id);
        }
    }

    @Nested
    class NamedTests {
        @BeforeEach
        void setUp() throws IOException {
            checkout.jdk("17", "17");
            checkout.maven();
            checkout.write("engine/src/test/java/dev/reeve/engine/ModelTest.java", "");
            checkout.write("doors/workq/src/test/java/dev/reeve/workq/AddTest.java", "");
            checkout.write("doors/workq/src/test/java/dev/reeve/workq/ModelTest.java", "");
            checkout.write("server/src/test/java/dev/reeve/cli/PageIT.java", "");
            checkout.write("server/target/old/src/test/java/AddTest.java", "");
        }

        @Test
        void run_in_the_module_that_has_them_without_checks_and_in_a_folder_of_their_own() throws Exception {
            Run run = checkout.run("test", "AddTest");
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).isEqualTo("BUILD SUCCESS\n");
            assertThat(run.err()).isEqualTo("reeve: tests passed: 2\n");
            assertThat(checkout.mavenCalls())
                    .containsExactly(folder + "/jdks/17 " + checkout.home()
                            + " -B -ntp -q -P !checks -Dbuild.folder=one-test -pl doors/workq -am test"
                            + " -Dtest=AddTest -Dsurefire.failIfNoSpecifiedTests=false");
        }

        @Test
        void may_be_methods_nested_classes_patterns_and_packages() throws Exception {
            assertRun("doors/workq", "AddTest#adds+refuses", "AddTest#adds+refuses");
            assertRun("doors/workq", "AddTest$Nested", "AddTest$Nested");
            assertRun("doors/workq", "A*", "A*");
            assertRun("doors/workq,engine", "M?del*", "M?del*");
            assertRun("engine", "dev.reeve.engine.ModelTest", "dev.reeve.engine.ModelTest");
            assertRun("doors/workq,engine", "AddTest,ModelTest,A*", "AddTest,ModelTest", "A*");
        }

        private void assertRun(String modules, String tests, String... names) throws Exception {
            checkout.run(Stream.concat(Stream.of("test"), Stream.of(names)).toArray(String[]::new));
            assertThat(lastMavenCall()).contains(" -pl " + modules + " -am test -Dtest=" + tests + " -Dsurefire");
        }

        @Test
        void may_be_followed_by_options_of_maven() throws Exception {
            checkout.run("test", "AddTest", "ModelTest", "-Dreeve.steps=3 4", "-X");
            assertThat(lastMavenCall()).contains(" -Dtest=AddTest,ModelTest ").endsWith(" -Dreeve.steps=3 4 -X");
        }

        @Test
        void report_failure() throws Exception {
            checkout.brokenMaven();
            Run run = checkout.run("test", "AddTest");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).isEmpty();
        }

        @Test
        void fail_where_none_has_that_name() throws Exception {
            assertRefused("there is no test 'AdTest'", "test", "AddTest", "AdTest#adds");
            assertRefused("there is no test 'engine.AddTest'", "test", "engine.AddTest");
            assertRefused("PageIT runs the jar, which only the full ./reeve test builds", "test", "PageIT");
            assertThat(checkout.mavenCalls()).isEmpty();
        }

        @Test
        void fail_where_the_class_has_no_such_method() throws Exception {
            checkout.run("test", "AddTest");
            checkout.mavenThatRunsNoTest();
            Run run = checkout.run("test", "AddTest#ads");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).isEqualTo("reeve: no test of doors/workq is named AddTest#ads\n");
        }
    }

    @Nested
    class Help {
        @Test
        void names_every_command_and_builds_nothing() throws Exception {
            Run run = checkout.run("help");
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).startsWith("usage: ./reeve COMMAND");
            Set<String> commands = new TreeSet<>(Set.of("bench", "test", "campaign", "dist", "help"));
            commands.addAll(ReeveCommand.commandLine().getSubcommands().keySet());
            assertThat(run.out().lines().filter(line -> line.startsWith("  ")).map(line -> line.split(" +", -1)[1]))
                    .containsExactlyInAnyOrderElementsOf(commands);
        }

        @Test
        void of_a_command_of_the_launcher_is_printed() throws Exception {
            for (String command : List.of("test", "campaign", "dist")) {
                Run run = checkout.run(command, "--help");
                assertThat(run.exitCode()).isZero();
                assertThat(run.out()).startsWith("usage: ./reeve " + command);
                assertThat(checkout.run(command, "-h"))
                        .usingRecursiveComparison()
                        .ignoringFields("pid")
                        .isEqualTo(run);
                assertThat(checkout.run("help", command).out()).isEqualTo(run.out());
            }
        }

        @Test
        void of_another_command_is_its_own() throws Exception {
            checkout.jdk("17", "17");
            checkout.maven();
            assertThat(checkout.run("help", "serve").out()).endsWith("dev.reeve.server.Main\nserve\n--help\n");
            assertThat(checkout.run("help", "bench").out()).endsWith("dev.reeve.bench.BenchMain\n--help\n");
        }
    }

    @Nested
    class Campaigns {
        private static final Pattern ROW = Pattern.compile("(?m)^  ([a-z-]+) +\\S.* \\(default SIZE: \\d+\\)$");
        private static final Pattern CALL = Pattern.compile(".* -Dtest=(\\S+) .* -D(reeve\\.[a-z-]+)=\\d+");

        @BeforeEach
        void setUp() throws IOException {
            checkout.maven();
            for (Path test : tests()) {
                checkout.write(HOME.relativize(test).toString(), "");
            }
        }

        @Test
        void run_one_test_at_large_with_the_JDK_found() throws Exception {
            checkout.jdk("17", "17");
            Run run = checkout.run("campaign", "kill");
            assertThat(run.err())
                    .isEqualTo("reeve: campaign kill: KillTest with reeve.kills=2000\nreeve: tests passed: 2\n");
            assertThat(run.out()).isEqualTo("BUILD SUCCESS\n");
            assertThat(checkout.mavenCalls())
                    .containsExactly(folder + "/jdks/17 " + checkout.home()
                            + " -B -ntp -q -P !checks -Dbuild.folder=campaign -pl campaigns -am test"
                            + " -Dtest=KillTest -Dsurefire.failIfNoSpecifiedTests=false"
                            + " -Dtest.jvm.compiler=-XX:+TieredCompilation -Dreeve.kills=2000");
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
                Matcher call = CALL.matcher(lastMavenCall());
                assertThat(call.matches()).as(name).isTrue();
                assertThat(sources(call.group(1))).as(name).containsOnlyOnce("\"" + call.group(2) + "\"");
            }
        }

        private String sources(String test) throws IOException {
            StringBuilder text = new StringBuilder();
            for (Path file : tests()) {
                if (file.endsWith(test + ".java")) {
                    text.append(Files.readString(file));
                }
            }
            return text.toString();
        }

        /** The test files of all modules. */
        private List<Path> tests() throws IOException {
            try (Stream<Path> poms = Files.find(HOME, 3, (file, is) -> file.endsWith("pom.xml"))) {
                List<Path> tests = new ArrayList<>();
                for (Path pom : poms.toList()) {
                    Path folder = pom.resolveSibling("src/test/java");
                    if (Files.exists(folder)) {
                        try (Stream<Path> files = Files.walk(folder)) {
                            files.filter(file -> file.toString().endsWith("Test.java"))
                                    .forEach(tests::add);
                        }
                    }
                }
                return tests;
            }
        }

        @Test
        void are_refused_in_one_line_where_they_make_no_sense() throws Exception {
            assertRefused("there is no campaign 'kil'; ./reeve campaign lists them", "campaign", "kil");
            assertRefused("the size of a campaign must be a number, not 'many'", "campaign", "kill", "many");
            assertRefused("the seed of a campaign must be a number, not ''", "campaign", "kill", "--seed");
            assertRefused("the seed of a campaign must be a number, not 'x'", "campaign", "kill", "3", "--seed", "x");
            assertThat(checkout.mavenCalls()).isEmpty();
        }
    }

    private String lastMavenCall() throws IOException {
        List<String> calls = checkout.mavenCalls();
        return calls.get(calls.size() - 1);
    }

    private void assertRefused(String line, String... arguments) throws Exception {
        Run run = checkout.run(arguments);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("reeve: " + line + "\n");
        assertThat(run.out()).isEmpty();
    }
}
