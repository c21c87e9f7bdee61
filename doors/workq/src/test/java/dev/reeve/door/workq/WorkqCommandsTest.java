package dev.reeve.door.workq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Documents;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WorkqCommandsTest {
    @Test
    void the_documented_commands_are_those_of_the_table() {
        assertThat(Documents.wordsOfTable(
                        "docs/protocols/workq.md", "Commands", Pattern.compile("`(inspect [a-z-]+|[a-z]+ ?(?=<))")))
                .map(String::strip)
                .containsExactlyInAnyOrderElementsOf(WorkqDoor.commands());
    }
}
