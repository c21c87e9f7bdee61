package dev.reeve.door.qless;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Documents;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RedisCommandTableTest {
    @Test
    void the_documented_commands_are_those_of_the_table() {
        Set<String> documented = Documents.wordsOfTable(
                "docs/protocols/qless.md", "Redis commands", Pattern.compile("`(?!BYLEX)([A-Z]+)"));
        Set<String> commands = RedisCommands.names().stream()
                // The read-only names of the same commands, and the start of an HTTP request.
                .filter(name -> !name.endsWith("_ro") && !name.equals("post") && !name.equals("host:"))
                .map(name -> name.toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
        assertThat(documented).containsExactlyInAnyOrderElementsOf(commands);
    }
}
