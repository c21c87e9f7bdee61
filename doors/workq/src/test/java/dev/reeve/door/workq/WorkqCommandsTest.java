package dev.reeve.door.workq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Documents;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WorkqCommandsTest {
    @Test
    void the_documented_commands_are_those_of_the_table() {
        Set<String> commands = new TreeSet<>();
        WorkqCommands.ALL.forEach(command -> commands.add(command.name()));
        InspectCommand.BY_OBJECT.keySet().forEach(object -> commands.add("inspect " + object));
        assertThat(Documents.wordsOfTable(
                        "docs/protocols/workq.md", "Commands", Pattern.compile("`(inspect [a-z-]+|[a-z]+ ?(?=<))")))
                .map(String::strip)
                .containsExactlyInAnyOrderElementsOf(commands);
    }
}
