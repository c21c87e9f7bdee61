package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.DeleteQueue;
import dev.reeve.engine.job.State;
import dev.reeve.tally.JournalTally;
import dev.reeve.tally.QueueTallies;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Samples, rates and figures, on a manual clock. */
class SeriesTest {
    private final NodeFixture it = new NodeFixture(false);
    private final Series series = it.node.watch().series();
    private final JournalTally journal = new JournalTally();
    private int jobs;

    private void start() {
        it.node.startSampling(journal);
    }

    private void add(String queue, int count) {
        for (int i = 0; i < count; i++) {
            it.add(queue, ++jobs);
        }
        it.settle();
    }

    private void seconds(int count) {
        for (int i = 0; i < count; i++) {
            it.advanceMillis(1000);
        }
    }

    private Samples of(String queue) {
        return Objects.requireNonNull(series.of(queue));
    }

    @Test
    void all_queues_are_sampled_every_second() {
        start();
        add("q", 3);
        add("r", 1);
        seconds(1);
        it.lease(0, "q");
        it.settle();
        it.submit(it.complete(1, "done"));
        seconds(2);
        Samples total = series.total();
        assertThat(total.added()).containsExactly(4, 0, 0);
        assertThat(total.leased()).containsExactly(0, 1, 0);
        assertThat(total.completed()).containsExactly(0, 1, 0);
        assertThat(total.failed()).containsExactly(0, 0, 0);
        assertThat(total.ready()).containsExactly(4, 3, 3);
        assertThat(total.fromMicros()).isEqualTo(NodeFixture.START_MICROS);
        assertThat(total.stepMicros()).isEqualTo(1_000_000);
    }

    @Test
    void the_total_reaches_back_a_quarter_of_an_hour() {
        start();
        add("q", 1);
        seconds(Series.TOTAL_SAMPLES);
        assertThat(series.total().added()).hasSize(900).startsWith(1, 0);
        seconds(1);
        assertThat(series.total().added()).hasSize(900).doesNotContain(1);
    }

    @Test
    void a_queue_is_sampled_every_ten_seconds_for_an_hour() {
        start();
        add("q", 2);
        seconds(10);
        assertThat(IntStream.of(of("q").added()).sum()).isEqualTo(2);
        seconds(25);
        assertThat(of("q").added().length).isIn(3, 4);
        assertThat(of("q").ready()).containsOnly(2);
        assertThat(of("q").stepMicros()).isEqualTo(10_000_000);
        seconds(10 * Series.QUEUE_SAMPLES);
        assertThat(of("q").added()).hasSize(360).containsOnly(0);
        assertThat(series.of("no such queue")).isNull();
    }

    @Test
    void queues_that_exist_at_the_start_are_sampled() {
        add("q", 5);
        it.settle();
        NodeFixture later = new NodeFixture(false, it.replayed(), new NodeSettings(1 << 23, 1 << 16, () -> 7));
        later.node.startSampling(journal);
        assertThat(later.node.watch().series().of("q")).isNotNull();
    }

    @Test
    void a_pause_of_the_clock_leaves_empty_samples() {
        start();
        seconds(2);
        add("q", 4);
        it.advanceMillis(5_000);
        seconds(1);
        assertThat(series.total().added()).containsExactly(0, 0, 0, 0, 0, 0, 4, 0);
        it.advanceMillis(3_600_000);
        assertThat(series.total().added()).hasSize(900).containsOnly(0);
    }

    @Test
    void rates_are_averages_of_the_last_seconds() {
        start();
        assertThat(series.rates("q")).isEqualTo(Rates.NONE);
        for (int i = 0; i < 30; i++) {
            add("q", 5);
            seconds(1);
        }
        Rates rates = Objects.requireNonNull(series.rates("q"));
        assertThat(rates.added()).isBetween(4.0, 6.0);
        assertThat(rates.completed()).isZero();
        assertThat(series.totalRates().added()).isBetween(2.0, 6.0);
        seconds(30);
        assertThat(Objects.requireNonNull(series.rates("q")).added()).isZero();
    }

    @Test
    void the_place_of_a_deleted_queue_is_free_after_an_hour() {
        QueueTallies tallies = new QueueTallies();
        it.node.tallies(tallies);
        start();
        add("q", 1);
        seconds(20);
        it.submit(new DeleteQueue("q"));
        it.settle();
        seconds(3_000);
        assertThat(tallies.isLabelled("q")).isTrue();
        seconds(700);
        assertThat(tallies.isLabelled("q")).isFalse();
        assertThat(series.of("q")).isNull();
    }

    @Test
    void a_queue_whose_label_was_freed_begins_anew() {
        QueueTallies tallies = new QueueTallies();
        it.node.tallies(tallies);
        start();
        add("q", 3);
        seconds(20);
        tallies.freeLabel("q");
        seconds(1);
        assertThat(series.of("q")).isNull();
        add("q", 1);
        seconds(11);
        assertThat(IntStream.of(of("q").added()).sum()).isEqualTo(1);
    }

    @Test
    void figures_are_made_once_a_second_for_all_who_listen() {
        start();
        List<Stats> first = new ArrayList<>();
        List<Stats> second = new ArrayList<>();
        Consumer<Stats> listener = first::add;
        it.node.watch().stats().add(listener);
        it.node.watch().stats().add(second::add);
        add("busy", 3);
        add("calm", 1);
        journal.syncNanos().add(4_000_000);
        journal.syncNanos().add(2_000_000);
        seconds(2);
        assertThat(first).hasSize(2);
        assertThat(second.get(0)).isSameAs(first.get(0));
        Stats stats = first.get(0);
        assertThat(stats.atMicros()).isEqualTo(NodeFixture.START_MICROS + 1_000_000);
        assertThat(stats.totals().jobs().get(State.READY)).isEqualTo(4);
        assertThat(stats.totals().syncs()).isEqualTo(new Stats.Syncs(2, 6_000_000));
        assertThat(first.get(1).totals().syncs()).isEqualTo(new Stats.Syncs(0, 0));
        assertThat(stats.totals().memory().usedBytes())
                .isEqualTo(it.node.current().liveBytes());
        assertThat(stats.queues().stream().map(row -> row.queue().name()).toList())
                .containsExactly("busy", "calm");
        it.node.watch().stats().remove(listener);
        seconds(1);
        assertThat(first).hasSize(2);
        assertThat(second).hasSize(3);
    }

    @Test
    void figures_are_told_when_they_are_durable() {
        start();
        List<Stats> told = new ArrayList<>();
        it.node.watch().stats().add(told::add);
        it.add("q", 1);
        it.loop.advanceMillis(1000);
        assertThat(told).isEmpty();
        it.loop.advanceMillis(5000);
        it.settle();
        assertThat(told).as("figures do not pile up").hasSize(1);
        seconds(1);
        assertThat(told).hasSize(2);
    }

    @Test
    void many_queues_are_read_in_several_turns() {
        start();
        List<Stats> told = new ArrayList<>();
        it.node.watch().stats().add(told::add);
        for (int i = 0; i < 1_100; i++) {
            add("q" + i, 1);
        }
        seconds(1);
        assertThat(told.get(0).queues()).hasSize(1_000);
        assertThat(series.rates("q999")).isNotNull();
        assertThat(series.rates("q1000")).as("its numbers are not known").isNull();
        assertThat(series.of("q1000")).isNull();
        assertThat(told.get(0).totals().jobs().get(State.READY)).isEqualTo(1_100);
    }

    @Test
    void nothing_is_sampled_after_a_stop() {
        start();
        seconds(3);
        it.node.stop(() -> {});
        seconds(3);
        assertThat(series.total().added()).hasSize(3);
    }
}
