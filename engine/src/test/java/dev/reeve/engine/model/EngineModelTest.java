package dev.reeve.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.Describe;
import dev.reeve.engine.Entry;
import dev.reeve.engine.RandomEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The engine and a naive reference do the same, whatever they are told. */
class EngineModelTest {
    @ParameterizedTest
    @CsvSource({"1, 200, 200, 6, 2", "1001, 60, 500, 20, 3", "2001, 10, 3000, 60, 3"})
    void the_engine_does_what_the_reference_does(long firstSeed, int seeds, int steps, int ids, int queues) {
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            run(seed, steps, ids, queues, ReferenceQueue::new);
        }
    }

    @Test
    void a_difference_is_found_and_shown_as_a_short_script() {
        Supplier<ReferenceQueue> wrong = () -> new ReferenceQueue() {
            @Override
            boolean mayFailAgain(ReferenceJob job) {
                return job.fails <= job.terms.retry().maxFails();
            }
        };
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed < 20; seed++) {
                        run(seed, 1000, 20, 2, wrong);
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("seed ")
                .hasMessageContaining("Add[")
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())
                                .lines()
                                .filter(line -> line.startsWith("at "))
                                .count())
                        .isLessThanOrEqualTo(4));
    }

    @Test
    void shrinking_keeps_what_the_failure_needs() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            numbers.add(i);
        }
        assertThat(Shrinker.shrink(numbers, list -> list.contains(17) && list.contains(940)))
                .containsExactly(17, 940);
        assertThat(Shrinker.shrink(numbers, list -> true)).isEmpty();
        assertThat(Shrinker.shrink(List.of(1), list -> list.contains(1))).containsExactly(1);
    }

    private static void run(long seed, int steps, int ids, int queues, Supplier<ReferenceQueue> reference) {
        RandomEntries entries = new RandomEntries(seed, ids, queues);
        Difference difference = new Difference(reference.get());
        List<Entry<?>> log = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            Entry<?> entry = entries.next(difference.engine());
            log.add(entry);
            if (difference.after(entry) != null) {
                List<Entry<?>> script = shortest(log, shorter -> play(shorter, reference.get()) != null);
                throw new AssertionError("seed " + seed + ", step " + step + ": " + play(script, reference.get()) + "\n"
                        + script.stream().map(Describe::entry).collect(Collectors.joining("\n")));
            }
        }
    }

    private static List<Entry<?>> shortest(List<Entry<?>> failing, Predicate<List<Entry<?>>> fails) {
        List<Entry<?>> script = Shrinker.shrink(failing, fails);
        return Shrinker.shrink(Simpler.of(script, fails), fails);
    }

    private static @Nullable String play(List<Entry<?>> script, ReferenceQueue reference) {
        Difference difference = new Difference(reference);
        for (Entry<?> entry : script) {
            String found = difference.after(entry);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
