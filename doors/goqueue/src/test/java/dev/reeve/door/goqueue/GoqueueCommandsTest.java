package dev.reeve.door.goqueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Documents;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GoqueueCommandsTest {
    @Test
    void the_documented_commands_are_those_of_the_table() {
        assertThat(Documents.wordsOfTable("docs/protocols/goqueue.md", "Commands", Pattern.compile("`([A-Z]+)\\\\0`")))
                .containsExactlyInAnyOrderElementsOf(
                        GoqueueCommands.ALL.stream().map(FrameSpec::name).toList());
    }
}
