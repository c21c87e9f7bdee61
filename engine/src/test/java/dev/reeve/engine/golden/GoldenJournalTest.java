package dev.reeve.engine.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineInvariants;
import dev.reeve.engine.StateHash;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What was written by every release up to now comes to what it came to then. */
class GoldenJournalTest {
    static List<String> releases() {
        return text("releases.txt").lines().toList();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void its_journal_comes_to_the_same(String release) {
        GoldenJournal journal = GoldenJournal.of(bytes(release + ".journal"));
        assertThat(journal.summary()).isEqualTo(text(release + ".expected"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void its_snapshot_is_the_same_state(String release) {
        Engine restored = StateHash.restore(bytes(release + ".snapshot"));
        EngineInvariants.check(restored);
        assertThat(text(release + ".expected"))
                .contains("state " + GoldenJournal.hash(GoldenJournal.state(restored)) + "\n");
    }

    private static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String name) {
        try (InputStream in = GoldenJournalTest.class.getResourceAsStream("/golden/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
