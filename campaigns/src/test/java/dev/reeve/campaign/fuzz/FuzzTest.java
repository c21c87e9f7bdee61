package dev.reeve.campaign.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs every fuzz target with the inputs in {@code src/test/resources/fuzz}: examples, and inputs that once failed. With
 * {@code -Dreeve.fuzz-seconds=N} Jazzer then searches for more, for N seconds per target, with the seed of
 * {@code -Dreeve.seed=N}.
 */
class FuzzTest {
    private static final int SECONDS = Integer.getInteger("reeve.fuzz-seconds", 0);
    private static final long SEED = Long.getLong("reeve.seed", System.nanoTime());

    @ParameterizedTest
    @EnumSource
    void no_input_does_harm(Target target) throws Exception {
        List<Path> inputs = target.inputs();
        assertThat(inputs).isNotEmpty();
        for (Path input : inputs) {
            take(target, input);
        }
        if (SECONDS > 0) {
            JazzerRun run = JazzerRun.of(target, SECONDS, SEED);
            System.out.printf("fuzz: seed %d, %s: %s%n", SEED, target.title(), run.figures());
            assertThat(run.finding()).as(run.place()).isEmpty();
        }
    }

    private static void take(Target target, Path input) {
        try {
            target.take(Files.readAllBytes(input));
        } catch (Throwable e) {
            throw new AssertionError(target.title() + ": " + input.getFileName() + ": " + e.getMessage(), e);
        }
    }
}
