package dev.reeve.tally;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Effects;
import dev.reeve.engine.JobEventType;
import org.junit.jupiter.api.Test;

/** Which queues get a label, and how the others are counted. */
class QueueTalliesTest {
    private final QueueTallies tallies = new QueueTallies();

    private void add(String queue) {
        tallies.jobEvent(queue, JobEventType.ADDED, Effects.UNKNOWN_DURATION);
    }

    private long added(String queue) {
        return tallies.of(queue).count(JobEventType.ADDED);
    }

    @Test
    void those_that_come_first_are_told_apart() {
        for (int i = 0; i < 1_500; i++) {
            add("q" + i);
            add("q" + i);
        }
        assertThat(tallies.labelled()).hasSize(1_000);
        assertThat(added("q0")).isEqualTo(2);
        assertThat(added("q999")).isEqualTo(2);
        assertThat(tallies.of("q1000")).isSameAs(tallies.other());
        assertThat(tallies.other().count(JobEventType.ADDED)).isEqualTo(2 * 500);
    }

    @Test
    void a_seat_that_gets_free_goes_to_the_next_that_comes() {
        for (int i = 0; i < 1_001; i++) {
            add("q" + i);
        }
        tallies.freeLabel("q7");
        add("late");
        add("q7");
        assertThat(tallies.labelled()).hasSize(1_000).contains("late").doesNotContain("q7");
        assertThat(tallies.other().count(JobEventType.ADDED)).isEqualTo(2);
    }

    @Test
    void long_names_leave_fewer_seats() {
        for (int i = 0; i < 1_000; i++) {
            add("x".repeat(250) + i);
        }
        assertThat(tallies.labelled()).hasSizeBetween(70, 90);
        assertThat(tallies.labelled().stream()
                        .mapToInt(name -> 2 * name.length())
                        .sum())
                .isLessThanOrEqualTo(QueueTallies.MOST_NAME_BYTES);
    }

    @Test
    void a_queue_that_is_called_other_is_one_of_the_others() {
        add("other");
        assertThat(tallies.labelled()).isEmpty();
        assertThat(tallies.other().count(JobEventType.ADDED)).isEqualTo(1);
    }

    @Test
    void only_the_first_hundred_have_times_of_their_own() {
        for (int i = 0; i < 101; i++) {
            tallies.jobEvent("q" + i, JobEventType.LEASED, 2_000);
        }
        assertThat(tallies.of("q99").hasOwnTimes()).isTrue();
        assertThat(tallies.of("q99").times().waits().sum()).isEqualTo(2_000);
        assertThat(tallies.of("q100").hasOwnTimes()).isFalse();
        assertThat(tallies.other().times().waits().sum()).isEqualTo(2_000);
    }

    @Test
    void runs_and_waits_are_kept_apart_and_what_is_not_told_counts_nowhere() {
        tallies.jobEvent("q", JobEventType.LEASED, 1_000);
        tallies.jobEvent("q", JobEventType.COMPLETED, 1_001);
        tallies.jobEvent("q", JobEventType.FAILED, Effects.UNKNOWN_DURATION);
        JobTimes times = tallies.of("q").times();
        assertThat(times.waits().counts()).startsWith(1, 0);
        assertThat(times.runs().counts()).startsWith(0, 1);
        assertThat(times.runs().sum()).isEqualTo(1_001);
        assertThat(tallies.of("q").count(JobEventType.FAILED)).isEqualTo(1);
    }

    @Test
    void values_on_a_bound_are_below_it_and_large_ones_in_the_last_cell() {
        Histogram histogram = new Histogram(10, 20);
        for (long value : new long[] {0, 10, 11, 20, 21, Long.MAX_VALUE / 2}) {
            histogram.add(value);
        }
        assertThat(histogram.counts()).containsExactly(2, 2, 2);
    }
}
