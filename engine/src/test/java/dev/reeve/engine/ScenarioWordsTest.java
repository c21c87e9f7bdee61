package dev.reeve.engine;

import static dev.reeve.engine.Scenario.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.command.LeaseChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Scenarios can say everything: each command has a word, and each word makes the commands that it is said to make. */
class ScenarioWordsTest {
    @Test
    void every_command_has_a_word() {
        Set<CommandType> types = EnumSet.noneOf(CommandType.class);
        ScenarioCommands.BY_WORD.values().forEach(word -> types.addAll(word.types()));
        assertThat(types).containsExactly(CommandType.values());
    }

    @Test
    void every_word_occurs_in_a_scenario_and_every_command_is_made_by_one() throws IOException {
        Set<CommandType> made = EnumSet.noneOf(CommandType.class);
        Set<String> said = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/java/dev/reeve/engine"))) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith("Test.java")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split("->", 2)[0].strip().split(" +");
                    if (line.contains("->") && ScenarioCommands.BY_WORD.containsKey(words[0])) {
                        said.add(words[0]);
                        made.add(Objects.requireNonNull(new ScenarioLine(words).command())
                                .type());
                    }
                }
            }
        }
        assertThat(said).isEqualTo(ScenarioCommands.BY_WORD.keySet());
        assertThat(made).containsExactly(CommandType.values());
    }

    @Test
    void every_class_of_a_command_has_a_type() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (String folder : List.of("command", "qless/command")) {
            try (Stream<Path> files = Files.list(Path.of("src/main/java/dev/reeve/engine", folder))) {
                files.map(file -> file.getFileName().toString().replace(".java", ""))
                        .forEach(classes::add);
            }
        }
        classes.removeAll(List.of("package-info", LeaseChecks.class.getSimpleName()));
        Set<String> typed = new TreeSet<>();
        Arrays.stream(CommandType.values())
                .forEach(type -> typed.add(type.command().getSimpleName()));
        assertThat(classes).isEqualTo(typed);
    }

    @Test
    void a_word_of_an_option_that_is_missing_is_an_error() {
        for (String line : Arrays.asList("put a q", "pop q", "peek q", "track a", "unheard-of a")) {
            assertThatThrownBy(() -> play(line + " ->")).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void commands_of_a_group_share_an_entry_and_answer_each() {
        play("""
                group add a q ; lease q ; complete b ; complete a ok -> 1 ; a:1 ; JOB_NOT_FOUND ; done | ready q, a COMPLETED ok
                """);
    }

    @Test
    void clear_leaves_nothing_but_the_counters() {
        play("""
                add a q               -> 1 | ready q
                put b q now=0s        -> 2 | put b q, ready q
                recur r q now=100s    -> done
                set heartbeat 5       -> done | set heartbeat=5
                track b now=0s        -> true | tracked b tracked
                lease q               -> a:1
                clear                 -> done | a DELETED, b DELETED
                jobs                  -> 0
                queues                ->
                tracked               ->
                options               ->
                recurring r           -> none
                add a q               -> 3 | ready q
                lease q               -> a:2
                """);
    }

    @Test
    void the_version_is_journalled() {
        Scenario scenario = new Scenario().run("""
                version 1 -> done
                """);
        assertThat(scenario.engine().version()).isEqualTo(1);
    }
}
