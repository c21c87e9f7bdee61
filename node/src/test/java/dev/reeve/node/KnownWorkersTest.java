package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KnownWorkersTest {
    private static final Origin HERE = new Origin("door", "127.0.0.1", "ann");

    private static final Terms LASTING =
            new Terms(NodeFixture.SECOND, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    private final NodeFixture it = new NodeFixture(false);

    /** A worker that says where it is. */
    private static final class Asking extends Recorder<List<LeasedJob>> {
        @Override
        public @Nullable Origin origin() {
            return HERE;
        }

        @Override
        public void quiet() {
            told.add("quiet");
        }
    }

    private Asking acquire(String worker, long waitSeconds, String... queues) {
        Asking asking = new Asking();
        it.node.acquire(new Acquire(List.of(queues), worker, 1, 0), waitSeconds * NodeFixture.SECOND, asking);
        it.settle();
        return asking;
    }

    private List<WorkerView> list() {
        return list("", 10);
    }

    private List<WorkerView> list(String after, int limit) {
        Recorder<List<WorkerView>> recorder = new Recorder<>();
        it.node.workers(new WorkerQuery(after, limit, queue -> !queue.equals("hidden")), recorder);
        it.settle();
        return recorder.value();
    }

    private boolean quiet(String worker, boolean quiet) {
        Recorder<Boolean> recorder = new Recorder<>();
        it.node.quiet(worker, quiet, queue -> true, recorder);
        it.settle();
        return recorder.value();
    }

    @Test
    void a_worker_is_known_by_the_name_under_which_it_asks() {
        it.add("q", 1);
        Asking leased = acquire("w", 0, "q");
        assertThat(leased.value()).hasSize(1);
        long now = it.clock.nowMicros();
        assertThat(list()).containsExactly(new WorkerView("w", HERE, List.of("q"), 0, 0, now, false, 1));
        acquire("w", 30, "q", "r");
        it.clock.advanceMillis(5_000);
        assertThat(list())
                .as("who waits is there")
                .containsExactly(new WorkerView("w", HERE, List.of("q", "r"), 0, 1, it.clock.nowMicros(), false, 1));
        assertThat(it.node.waitingFor("q")).isEqualTo(1);
        assertThat(it.node.waitingFor("other")).isZero();
    }

    @Test
    void lists_are_by_name_and_leave_out_workers_of_hidden_queues() {
        acquire("b", 0, "q", "hidden");
        acquire("a", 0, "q");
        acquire("c", 0, "hidden");
        it.lease(0, "q");
        it.settle();
        assertThat(list()).extracting(WorkerView::name).containsExactly("a", "b");
        assertThat(list("a", 1)).extracting(WorkerView::queues).containsExactly(List.of("q"));
    }

    @Test
    void a_quiet_worker_gets_no_more_jobs_and_learns_it_at_once() {
        assertThat(quiet("w", true)).as("not known yet").isFalse();
        Asking waiting = acquire("w", 30, "q");
        assertThat(quiet("w", true)).isTrue();
        assertThat(waiting.told).containsExactly("quiet");
        it.add("q", 1);
        Asking later = acquire("w", 30, "q");
        assertThat(later.told)
                .as("it waits, so that it does not ask again and again")
                .isEmpty();
        assertThat(it.node.waitingFor("q"))
                .as("quiet workers do not wait for jobs")
                .isZero();
        assertThat(list()).extracting(WorkerView::waiting, WorkerView::quiet).containsExactly(tuple(1, true));
        it.advanceMillis(30_000);
        assertThat(later.told).containsExactly("quiet");
        assertThat(acquire("w", 0, "q").told).containsExactly("quiet");
        assertThat(acquire("other", 0, "q").value()).hasSize(1);
    }

    @Test
    void the_end_of_the_quiet_is_told_at_once_too() {
        acquire("w", 0, "q");
        quiet("w", true);
        Asking waiting = acquire("w", 30, "q");
        quiet("w", false);
        assertThat(waiting.told).containsExactly("timed out");
        it.add("q", 1);
        assertThat(acquire("w", 0, "q").value()).hasSize(1);
    }

    @Test
    void polls_without_a_wait_and_those_in_groups_get_nothing_either() {
        it.add("q", 1);
        Acquire poll = new Acquire(List.of("q"), "w", 1, 0);
        acquire("w", 0, "other");
        quiet("w", true);
        int entries = it.journal.entries.size();
        Recorder<List<LeasedJob>> single = it.submit(poll);
        Recorder<?> group = it.submit(new CommandGroup(List.of(new CommandGroup.Do(poll))));
        it.settle();
        assertThat(single.value()).isEmpty();
        assertThat(group.value()).hasToString("[[]]");
        assertThat(it.journal.entries).as("only the empty group").hasSizeLessThanOrEqualTo(entries + 1);
        quiet("w", false);
        Recorder<List<LeasedJob>> again = it.submit(poll);
        it.settle();
        assertThat(again.value()).hasSize(1);
    }

    @Test
    void a_worker_that_neither_asks_nor_holds_a_job_is_forgotten_after_an_hour() {
        acquire("gone", 0, "q");
        it.submit(NodeFixture.job("q", 1, LASTING));
        it.node.acquire(new Acquire(List.of("q"), "holds", 1, 2 * KnownWorkers.FORGET_MICROS), 0, new Asking());
        it.settle();
        acquire("waits", 4_000, "q");
        it.clock.advanceMillis(KnownWorkers.FORGET_MICROS / 1000 - 1);
        assertThat(list()).extracting(WorkerView::name).containsExactly("gone", "holds", "waits");
        it.clock.advanceMillis(1);
        assertThat(list()).extracting(WorkerView::name).containsExactly("holds", "waits");
        acquire("new", 0, "q");
        assertThat(quiet("gone", true)).isFalse();
    }

    @Test
    void of_too_many_workers_the_one_that_asked_longest_ago_is_forgotten() {
        acquire("a waits", 600, "q");
        for (int i = 0; i < KnownWorkers.MOST_WORKERS; i++) {
            acquire("w%05d".formatted(i), 0, "q");
        }
        assertThat(list("", 3)).extracting(WorkerView::name).containsExactly("a waits", "w00001", "w00002");
        assertThat(list("w09990", 100)).hasSize(9);
    }

    @Test
    void a_waiting_call_of_a_quiet_worker_ends_when_the_node_stops() {
        acquire("w", 0, "q");
        quiet("w", true);
        Asking waiting = acquire("w", 30, "q");
        it.node.stop(() -> {});
        it.settle();
        assertThat(waiting.told).containsExactly("unknown");
    }
}
