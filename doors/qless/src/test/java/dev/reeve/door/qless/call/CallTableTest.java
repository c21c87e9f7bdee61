package dev.reeve.door.qless.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Documents;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CallTableTest {
    /** So the way from a call to the engine's command is found by searching for the call's name. */
    @Test
    void the_description_of_the_package_names_every_call() {
        String description = Documents.read("doors/qless/src/main/java/dev/reeve/door/qless/call/package-info.java");
        Set<String> rows = Documents.words(description, Pattern.compile("<tr><td>([^<]*)</td>"));
        assertThat(rows.stream().flatMap(row -> Pattern.compile(", ").splitAsStream(row)))
                .containsExactlyInAnyOrderElementsOf(CallTable.names());
    }
}
