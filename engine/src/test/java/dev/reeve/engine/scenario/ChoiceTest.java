package dev.reeve.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.queue.QueueOrder;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Which queue a lease of several comes from. */
class ChoiceTest {
    private static final int TIMES = 30_000;

    private final Engine engine = new Engine();

    @Test
    void every_queue_with_a_ready_job_is_chosen_as_often() {
        addTo("a", "b", "c");
        SplittableRandom random = new SplittableRandom(1);
        Map<String, Integer> chosen = choose(random::nextLong, "a", "empty", "b", "c", "unknown");
        assertThat(chosen.keySet()).containsExactly("a", "b", "c");
        assertThat(chosen.values()).allSatisfy(times -> assertThat(times).isBetween(9_500, 10_500));
    }

    @Test
    void seeds_that_count_up_choose_as_evenly() {
        addTo("a", "b", "c");
        long[] seed = {0};
        Map<String, Integer> chosen = choose(() -> seed[0]++, "a", "b", "c");
        assertThat(chosen.values()).allSatisfy(times -> assertThat(times).isBetween(9_500, 10_500));
    }

    @Test
    void a_name_given_twice_counts_once() {
        addTo("a", "b");
        SplittableRandom random = new SplittableRandom(2);
        Map<String, Integer> chosen = choose(random::nextLong, "a", "a", "a", "b");
        assertThat(chosen.values()).allSatisfy(times -> assertThat(times).isBetween(14_500, 15_500));
    }

    @Test
    void the_choice_depends_on_nothing_but_the_seed() {
        addTo("a", "b", "c", "d");
        for (long seed = 0; seed < 200; seed++) {
            assertThat(chosenBy(seed, "a", "b", "c", "d")).isEqualTo(chosenBy(seed, "a", "b", "c", "d"));
        }
    }

    @Test
    void each_of_several_jobs_is_a_choice_of_its_own() {
        for (int i = 0; i < 100; i++) {
            addTo("a", "b");
        }
        int together = 0;
        int pairs = 2000;
        for (long seed = 0; seed < pairs; seed++) {
            List<LeasedJob> both = lease(seed, 2, List.of("a", "b"));
            together += both.get(0).queue().equals(both.get(1).queue()) ? 1 : 0;
            both.forEach(this::release);
        }
        assertThat(together).isBetween(pairs * 45 / 100, pairs * 55 / 100);
    }

    @Test
    void a_queue_is_chosen_as_often_as_its_weight_says() {
        addTo("a", "b", "c");
        SplittableRandom random = new SplittableRandom(4);
        QueueOrder order = QueueOrder.weighted(List.of(3, 9, 6));
        Map<String, Integer> chosen = new TreeMap<>();
        for (int i = 0; i < TIMES; i++) {
            LeasedJob job = lease(random.nextLong(), 1, List.of("a", "empty", "b", "c"), order)
                    .get(0);
            chosen.merge(job.queue(), 1, Integer::sum);
            release(job);
        }
        // The weight of the empty queue is not drawn, and c has none of its own.
        assertThat(chosen.get("a")).isBetween(TIMES * 28 / 100, TIMES * 32 / 100);
        assertThat(chosen.get("b")).isBetween(TIMES * 58 / 100, TIMES * 62 / 100);
        assertThat(chosen.get("c")).isBetween(TIMES * 9 / 100, TIMES * 11 / 100);
    }

    @Test
    void listed_queues_are_emptied_one_after_the_other() {
        addTo("a", "b", "c", "b", "a");
        List<LeasedJob> leased = lease(1, 4, List.of("b", "unknown", "c", "a"), QueueOrder.LISTED);
        assertThat(leased).extracting(LeasedJob::queue).containsExactly("b", "b", "c", "a");
        assertThat(lease(1, 4, List.of("b", "c", "a"), QueueOrder.LISTED))
                .extracting(LeasedJob::queue)
                .containsExactly("a");
    }

    @Test
    void a_weight_is_at_least_one() {
        assertThatThrownBy(() -> QueueOrder.weighted(List.of(2, 0)))
                .hasMessage("expected a weight of at least 1, but got 0");
    }

    @Test
    void no_queue_at_all_gives_nothing() {
        assertThat(lease(1, 1, List.of())).isEmpty();
    }

    @Test
    void many_names_are_dealt_with_at_once() {
        List<String> names = new SplittableRandom(3)
                .ints(20_000, 0, 1_000_000)
                .mapToObj(i -> "q" + i)
                .toList();
        names.forEach(this::addTo);
        assertThat(lease(1, 3, names)).hasSize(3);
    }

    private void addTo(String... queues) {
        for (String queue : queues) {
            JobId id = JobId.of(queue + "-" + engine.jobCount());
            Add add = new Add(id, queue, new byte[0], 0, Add.NOW, TermsBuilder.plain());
            apply(0, add);
        }
    }

    private Map<String, Integer> choose(LongSupplier seeds, String... queues) {
        Map<String, Integer> chosen = new TreeMap<>();
        for (int i = 0; i < TIMES; i++) {
            chosen.merge(chosenBy(seeds.getAsLong(), queues), 1, Integer::sum);
        }
        return chosen;
    }

    private String chosenBy(long seed, String... queues) {
        LeasedJob acquired = lease(seed, 1, List.of(queues)).get(0);
        release(acquired);
        return acquired.queue();
    }

    private List<LeasedJob> lease(long seed, int count, List<String> queues) {
        return apply(seed, new Acquire(queues, null, count, 0));
    }

    private List<LeasedJob> lease(long seed, int count, List<String> queues, QueueOrder order) {
        return apply(seed, new Acquire(queues, order, null, count, 0, 1 << 20));
    }

    private <R> R apply(long seed, Command<R> command) {
        return engine.apply(new Entry<>(0, seed, command), Effects.NONE).reply();
    }

    private void release(LeasedJob acquired) {
        Claim claim = Claim.ofToken(acquired.lease().token());
        Release release = new Release(JobRef.of(acquired.number()), claim, true);
        apply(0, release);
    }
}
