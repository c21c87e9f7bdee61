package dev.reeve.engine;

import static dev.reeve.engine.Scenario.play;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Scenarios can say everything: each command has a word, and each word makes the commands that it is said to make. */
class ScenarioWordsTest {
    /** Every word in one line at least. */
    private static final String[] LINES = {
        "tick",
        "version 1",
        "clear",
        "group tick ; add a q",
        "add a q depends=b",
        "create a q tags=t",
        "put a q now=1s",
        "move a q now=1s",
        "lease q",
        "pop q now=1s by=w",
        "renew a now=1s by=w",
        "complete a ok now=1s by=w next=r delay=1s depends=b",
        "fail a why now=1s by=w group=g",
        "release a undelivered",
        "timeout a,b now=1s",
        "cancel a,b now=1s",
        "requeue a",
        "status a completed",
        "status a failed",
        "status a timed_out",
        "status a cancelled",
        "status a queued",
        "delete a",
        "discard a",
        "abandon a",
        "abandonall",
        "output a half",
        "configure q",
        "deletequeue q",
        "peek q now=1s",
        "retry a q now=1s by=w",
        "unfail q g now=1s",
        "pause q",
        "resume q",
        "tag a t now=1s",
        "untag a t now=1s",
        "depend a b now=1s",
        "undepend a all now=1s",
        "priority a 1",
        "log a text now=1s",
        "track a now=1s",
        "untrack a now=1s",
        "recur a q now=1s every=1s",
        "unrecur a",
        "update-recurring a now=1s every=2s",
        "tag-recurring a t",
        "untag-recurring a t",
        "set heartbeat 5",
        "unset heartbeat",
        "forget-worker w",
        "forget-queue q",
        "list-workers now=1s",
        "list-jobs-of w now=1s",
    };

    @Test
    void every_command_has_a_word() {
        Set<CommandType> types = EnumSet.noneOf(CommandType.class);
        ScenarioCommands.BY_WORD.values().forEach(word -> types.addAll(word.types()));
        assertThat(types).containsExactly(CommandType.values());
    }

    @Test
    void every_word_makes_the_commands_of_its_types() {
        Set<CommandType> made = EnumSet.noneOf(CommandType.class);
        Set<String> said = new TreeSet<>();
        for (String line : LINES) {
            Command<?> command = new ScenarioLine(line.split(" ", -1)).command();
            assertThat(command).as(line).isNotNull();
            made.add(command.type());
            said.add(line.split(" ", 2)[0]);
        }
        assertThat(said).isEqualTo(ScenarioCommands.BY_WORD.keySet());
        assertThat(made).containsExactly(CommandType.values());
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
        Scenario scenario = new Scenario().run("version 1 -> done");
        assertThat(scenario.engine().version()).isEqualTo(1);
    }
}
