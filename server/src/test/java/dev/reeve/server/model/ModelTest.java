package dev.reeve.server.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.model.Shrinker;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever clients of all doors do, and whatever happens to clocks and disk: every answer is the one that was promised. */
class ModelTest {
    private static final long STEPS = Long.getLong("reeve.steps", 100_000);
    private static final long FIRST_SEED = Long.getLong("reeve.seed", 1);
    private static final int STEPS_A_RUN = 2_000;

    @Test
    void every_answer_is_what_the_model_says() {
        Map<String, Integer> coverage = new TreeMap<>();
        long runs = (STEPS + STEPS_A_RUN - 1) / STEPS_A_RUN;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + runs; seed++) {
            run(seed, coverage);
        }
        coverage.forEach((kind, count) -> System.out.printf("model: %8d %s%n", count, kind));
        System.out.printf("model: %d steps, seeds from %d%n", runs * STEPS_A_RUN, FIRST_SEED);
    }

    /** Runs that once showed a difference, as they were printed. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cancelled-while-waited-for",
                "clock-set-forward",
                "delay-over-by-the-servers-clock",
                "due-after-unpause",
                "expiry-of-a-qless-job",
                "room-after-a-lock",
                "two-lapsed-locks"
            })
    void what_went_wrong_once_goes_right(String name) throws IOException {
        assertThat(Player.play(1, script(name))).isNull();
    }

    private static List<Step> script(String name) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(ModelTest.class.getResourceAsStream("/model/" + name + ".txt"))) {
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(Step::read)
                    .toList();
        }
    }

    private static void run(long seed, Map<String, Integer> coverage) {
        Player player = new Player(seed, coverage);
        Generator generator = new Generator(seed, player);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < STEPS_A_RUN; i++) {
            Step step = generator.next();
            steps.add(step);
            String difference = player.differs(step);
            if (difference != null) {
                System.out.printf("model: seed %d, step %d: %s%n%s%n", seed, i, step, difference);
                List<Step> script = shortest(seed, steps);
                throw new AssertionError("seed " + seed + ", step " + i + ": " + Player.play(seed, script) + "\n"
                        + script.stream().map(Step::toString).collect(Collectors.joining("\n")));
            }
        }
        assertThat(steps).isNotEmpty();
    }

    /** Looks change nothing, so they are tried to be left out first, all at once. */
    private static List<Step> shortest(long seed, List<Step> steps) {
        List<Step> changes = new ArrayList<>(steps.subList(0, steps.size() - 1));
        changes.removeIf(Step::onlyLooks);
        changes.add(steps.get(steps.size() - 1));
        boolean enough = Player.play(seed, changes) != null;
        return Shrinker.shrink(enough ? changes : steps, shorter -> Player.play(seed, shorter) != null);
    }
}
