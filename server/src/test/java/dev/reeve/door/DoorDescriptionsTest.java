package dev.reeve.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The description of each door's package maps the words of its protocol to commands that the engine has. */
class DoorDescriptionsTest {
    private static final Path ENGINE = Documents.home().resolve("engine/src/main/java/dev/reeve/engine");

    @ParameterizedTest
    @ValueSource(strings = {"api", "goqueue", "jobber", "ocypod", "qless/call", "workq"})
    void names_commands_of_the_engine(String door) throws IOException {
        String module = door.split("/", -1)[0];
        String description =
                Documents.read("doors/" + module + "/src/main/java/dev/reeve/door/" + door + "/package-info.java");
        Set<String> named = Documents.words(description, Pattern.compile("\\{@code ([A-Z][a-z]+[A-Za-z]*)}"));
        assertThat(named).contains("Add", "Acquire");
        assertThat(classes()).containsAll(named);
    }

    private static Set<String> classes() throws IOException {
        try (Stream<Path> files = Files.walk(ENGINE)) {
            return files.map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }
}
