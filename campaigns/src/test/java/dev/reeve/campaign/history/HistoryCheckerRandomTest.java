package dev.reeve.campaign.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random histories of a machine that is right, each as it is and with one falsification. Some falsifications are no lie:
 * with calls at the same time a right server could have answered so as well.
 */
class HistoryCheckerRandomTest {
    private static final int HISTORIES = Integer.getInteger("reeve.histories", 400);
    private static final long SEED = Long.getLong("reeve.seed", 1);
    private static final int CALLS = 120;
    private static final double NEARLY_ALL = 0.9;

    @Test
    void a_right_machine_is_accepted_and_a_falsified_one_is_not() {
        Map<Falsification, int[]> rejected = new EnumMap<>(Falsification.class);
        for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
            RandomHistory history = new RandomHistory(seed);
            List<RecordedCall> right = history.of(CALLS);
            assertThat(new HistoryChecker(right).violationsAtEnd(history.endedAt()))
                    .as("seed %d", seed)
                    .isEmpty();
            for (Falsification falsification : Falsification.values()) {
                List<RecordedCall> wrong = new ArrayList<>(right);
                if (falsification.apply(wrong, new SplittableRandom(seed))) {
                    int[] counts = rejected.computeIfAbsent(falsification, any -> new int[2]);
                    counts[0]++;
                    counts[1] += new HistoryChecker(wrong).violations().isEmpty() ? 0 : 1;
                }
            }
        }
        rejected.forEach((falsification, counts) ->
                System.out.printf("histories: %s %d of %d found%n", falsification, counts[1], counts[0]));
        assertThat(rejected).containsOnlyKeys(Falsification.values());
        assertThat(rejected).allSatisfy((falsification, counts) -> {
            assertThat(counts[0]).isGreaterThan(HISTORIES / 2);
            assertThat(counts[1]).isGreaterThan((int) (NEARLY_ALL * counts[0]));
        });
    }
}
