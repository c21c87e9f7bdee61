package dev.reeve.campaign.model;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations through all doors, with clock changes and crashes: every reply equals that of the model. */
class ModelTest {
    private static final long STEPS = Long.getLong("reeve.steps", 60_000);
    private static final long FIRST_SEED = Long.getLong("reeve.seed", 1);
    private static final int STEPS_A_RUN = 2_000;
    private static final int ENOUGH_STEPS = 60_000;

    @Test
    void every_answer_is_what_the_model_says() {
        Map<String, Integer> coverage = new TreeMap<>();
        long runs = (STEPS + STEPS_A_RUN - 1) / STEPS_A_RUN;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + runs; seed++) {
            String difference = run(seed, 0, coverage);
            assertThat(difference).as("seed %s", seed).isNull();
        }
        coverage.forEach((kind, count) -> System.out.printf("model: %8d %s%n", count, kind));
        System.out.printf("model: %d steps, seeds from %d%n", runs * STEPS_A_RUN, FIRST_SEED);
        if (STEPS >= ENOUGH_STEPS) {
            assertThat(Kinds.neverDone(coverage)).isEmpty();
        }
    }

    /** The negative control: with another rule in the model, a difference is found, and its script is short. */
    @Test
    void a_wrong_rule_is_noticed() {
        String found = null;
        for (long seed = 1; found == null && seed < 20; seed++) {
            found = run(seed, 1, new TreeMap<>());
        }
        assertThat(found).contains(" fail ").containsPattern(" (add|schedule) ");
        assertThat(String.valueOf(found)
                        .lines()
                        .filter(line -> !line.startsWith(" "))
                        .count())
                .isLessThan(12);
    }

    /** Scripts of runs that once showed a difference. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "cancelled-while-waited-for",
                "clock-set-forward",
                "delay-over-by-the-servers-clock",
                "due-with-a-deadline",
                "due-after-unpause",
                "exhausted-in-a-deleted-queue",
                "expiry-of-a-qless-job",
                "nothing-from-a-recurring-job",
                "output-of-an-earlier-try",
                "retry-of-a-moved-job",
                "room-after-a-lock",
                "room-for-a-delayed-job",
                "two-lapsed-locks",
                "two-queues-one-line",
                "wait-begun-before-a-jump-is-followed",
                "run-before-a-jump-is-followed",
                "warned-before-others"
            })
    void what_went_wrong_once_goes_right(String name) throws IOException {
        assertThat(Player.play(1, 0, script(name))).isNull();
    }

    private static List<ModelStep> script(String name) throws IOException {
        try (InputStream file =
                Objects.requireNonNull(ModelTest.class.getResourceAsStream("/model/" + name + ".txt"))) {
            return new String(file.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(ModelStep::read)
                    .toList();
        }
    }

    /** The first difference in a run and the shortest script that shows it; null if there is none. */
    private static @Nullable String run(long seed, int mercy, Map<String, Integer> coverage) {
        Player player = new Player(seed, mercy, coverage);
        Generator generator = new Generator(seed, player);
        List<ModelStep> steps = new ArrayList<>();
        for (int i = 0; i < STEPS_A_RUN; i++) {
            ModelStep step = generator.next();
            steps.add(step);
            if (player.differs(step) != null) {
                List<ModelStep> script = shortest(seed, mercy, steps);
                return Player.play(seed, mercy, script) + "\n"
                        + script.stream().map(ModelStep::toString).collect(Collectors.joining("\n"));
            }
        }
        return null;
    }

    /** Queries change nothing, so the reduction first tries to remove all of them at once. */
    private static List<ModelStep> shortest(long seed, int mercy, List<ModelStep> steps) {
        List<ModelStep> changes = new ArrayList<>(steps.subList(0, steps.size() - 1));
        changes.removeIf(ModelStep::onlyLooks);
        changes.add(steps.get(steps.size() - 1));
        boolean enough = Player.play(seed, mercy, changes) != null;
        return Shrinker.shrink(enough ? changes : steps, shorter -> Player.play(seed, mercy, shorter) != null);
    }
}
