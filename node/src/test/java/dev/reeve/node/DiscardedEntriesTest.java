package dev.reeve.node;

import static dev.reeve.node.NodeFixture.bytes;
import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Engine;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.node.NodeFixture.Waiting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries that were appended and will never commit, and an engine that comes from elsewhere. */
class DiscardedEntriesTest {
    private static final List<String> REPLY = List.of("reply");
    private static final List<String> UNKNOWN = List.of("unknown");
    private static final List<String> NOT_FOUND = List.of("JOB_NOT_FOUND");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_will_never_commit_ends_with_an_unknown_outcome(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        it.settle();
        Waiting<List<LeasedJob>> leased = it.lease(1000, "q");
        Recorder<AddedJob> added = it.add("q", 2);
        Waiting<FinishedJob> run = it.run("q", 3, 1000);
        Recorder<Integer> counted = new Recorder<>();
        it.node.ask(engine -> engine.jobCount(), counted);
        it.loop.turn();

        it.lose(2);
        it.settle();
        assertThat(added.told).isEqualTo(UNKNOWN);
        assertThat(leased.told()).isEqualTo(UNKNOWN);
        assertThat(run.told()).isEqualTo(UNKNOWN);
        // A query that has read what was discarded is not answered, a query that waited behind it is.
        assertThat(counted.told).isEqualTo(atCommit ? REPLY : UNKNOWN);
        Waiting<List<LeasedJob>> next = it.lease(0, "q");
        it.settle();
        assertThat(next.value().get(0).id()).isEqualTo(id(1));
        assertThat(it.node.engine().jobCount()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void who_has_gone_is_not_told_that_the_outcome_is_unknown(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        it.settle();
        Waiting<List<LeasedJob>> leased = it.lease(1000, "q");
        Waiting<FinishedJob> run = it.run("q", 2, 1000);
        leased.waitHandle().cancel();
        run.waitHandle().cancel();
        it.loop.turn();
        it.lose(2);
        it.settle();
        assertThat(leased.told()).isEmpty();
        assertThat(run.told()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_caller_may_submit_the_next_command_when_its_outcome_is_unknown(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        List<Recorder<AddedJob>> again = new ArrayList<>();
        it.node.submit(NodeFixture.job("q", 1, NodeFixture.WORK), new Recorder<>() {
            @Override
            public void outcomeUnknown() {
                again.add(it.add("q", 1));
            }
        });
        Recorder<AddedJob> other = it.add("q", 2);
        it.loop.turn();
        it.lose(1);
        it.settle();
        assertThat(again.get(0).value().number()).isEqualTo(1);
        assertThat(other.told).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waiters_keep_waiting_when_entries_are_discarded(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("other", 1);
        Waiting<List<LeasedJob>> first = it.lease(60_000, "q");
        Waiting<FinishedJob> result = it.result(1, 60_000);
        it.settle();
        it.submit(it.complete(1, "lost"));
        it.loop.turn();
        it.lose(it.journal.lastAppended());
        Waiting<List<LeasedJob>> second = it.lease(60_000, "q");
        it.settle();
        it.add("q", 2);
        it.add("q", 3);
        it.submit(it.complete(1, "kept"));
        it.settle();
        assertThat(first.value().get(0).id()).isEqualTo(id(2));
        assertThat(second.value().get(0).id()).isEqualTo(id(3));
        // With a journal that applies at append the discarded result was about to be delivered.
        assertThat(result.told()).isEqualTo(atCommit ? REPLY : UNKNOWN);
    }

    @Test
    void a_ready_job_reaches_another_waiter_when_the_acquire_of_the_first_is_discarded() {
        NodeFixture it = new NodeFixture(true);
        Waiting<List<LeasedJob>> first = it.lease(60_000, "q");
        Waiting<List<LeasedJob>> second = it.lease(60_000, "q");
        it.settle();
        it.add("q", 1);
        it.loop.turn();
        it.journal.sync(1);
        it.node.journalAdvanced();
        it.loop.turn();
        it.lose(2);
        it.settle();
        assertThat(first.told()).isEqualTo(UNKNOWN);
        assertThat(second.value().get(0).id()).isEqualTo(id(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_discarded_release_of_an_undelivered_job_is_sent_again(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.submit(NodeFixture.job("q", 1, NodeFixture.ENDLESS));
        it.settle();
        Waiting<List<LeasedJob>> gone = it.lease(1000, "q");
        it.loop.turn();
        gone.waitHandle().cancel();
        it.journal.sync(1);
        it.node.journalAdvanced();
        it.loop.turn();
        assertThat(it.journal.lastAppended()).isEqualTo(3);
        it.lose(3);
        it.settle();
        Waiting<List<LeasedJob>> next = it.lease(0, "q");
        it.settle();
        assertThat(next.value().get(0).job().attempts()).isEqualTo(1);
    }

    @Test
    void a_command_that_cleans_up_is_discarded_with_its_cause() {
        NodeFixture it = new NodeFixture(false);
        Waiting<FinishedJob> gone = it.run("q", 1, 5000);
        gone.waitHandle().cancel();
        it.loop.turn();
        it.lose(1);
        Waiting<FinishedJob> run = it.run("q", 2, 5000);
        it.settle();
        it.lease(0, "q");
        it.submit(it.complete(2, "done"));
        it.settle();
        assertThat(run.value().result()).isEqualTo(bytes("done"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_discarded_tick_is_repeated(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        it.lease(0, "q");
        Waiting<List<LeasedJob>> waiter = it.lease(60_000, "q");
        it.settle();
        it.clock.advanceMillis(10_000);
        it.loop.turn();
        it.lose(it.journal.durable() + 1);
        it.settle();
        it.advanceMillis(1_000);
        if (atCommit) {
            assertThat(waiter.value().get(0).job().attempts()).isEqualTo(2);
        } else {
            assertThat(waiter.told()).isEqualTo(UNKNOWN);
            assertThat(it.node.engine().readyCount("q")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void calls_go_on_with_an_engine_from_elsewhere(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        for (int i = 1; i <= 4; i++) {
            it.add("done", i);
        }
        Waiting<List<LeasedJob>> lease = it.lease(60_000, "q");
        Waiting<List<LeasedJob>> other = it.lease(60_000, "other");
        Waiting<FinishedJob> ends = it.result(1, 60_000);
        Waiting<FinishedJob> goes = it.result(2, 60_000);
        Waiting<FinishedJob> stays = it.result(3, 60_000);
        Waiting<FinishedJob> run = it.run("done", 5, 60_000);
        Waiting<FinishedJob> runs = it.run("done", 6, 60_000);
        it.settle();

        it.install(
                it.journal.lastAppended() + 1,
                it.complete(1, "elsewhere"),
                new Delete(JobRef.of(id(2))),
                it.complete(5, "lost"),
                NodeFixture.job("q", 7, NodeFixture.WORK));
        it.settle();
        assertThat(lease.value().get(0).id()).isEqualTo(id(7));
        assertThat(other.told()).isEmpty();
        assertThat(ends.value().result()).isEqualTo(bytes("elsewhere"));
        assertThat(goes.told()).isEqualTo(NOT_FOUND);
        assertThat(run.told()).isEqualTo(UNKNOWN);
        assertThat(stays.told()).isEmpty();
        assertThat(runs.told()).isEmpty();

        it.submit(it.complete(3, "here"));
        it.submit(it.complete(6, "here"));
        it.add("other", 8);
        it.settle();
        assertThat(stays.value().result()).isEqualTo(bytes("here"));
        assertThat(runs.value().result()).isEqualTo(bytes("here"));
        assertThat(other.value().get(0).id()).isEqualTo(id(8));
    }

    @Test
    void a_command_whose_effect_comes_with_an_engine_from_elsewhere_has_an_unknown_outcome() {
        NodeFixture it = new NodeFixture(true);
        Recorder<AddedJob> added = it.add("q", 1);
        Recorder<Integer> counted = new Recorder<>();
        it.node.ask(engine -> engine.jobCount(), counted);
        Recorder<AddedJob> after = it.add("q", 2);
        Recorder<Integer> countedAfter = new Recorder<>();
        it.node.ask(engine -> engine.jobCount(), countedAfter);
        it.loop.turn();
        it.journal.sync(1);
        it.node.replaceEngine(engineWith(1), 1);
        it.loop.turn();
        assertThat(added.told).isEqualTo(UNKNOWN);
        assertThat(counted.value()).isEqualTo(1);
        assertThat(after.told).isEmpty();
        it.settle();
        assertThat(after.told).isEqualTo(REPLY);
        assertThat(countedAfter.value()).isEqualTo(2);
    }

    private static Engine engineWith(int id) {
        NodeFixture other = new NodeFixture(false);
        other.add("q", id);
        return other.engine;
    }

    @Test
    void a_deadline_of_an_engine_from_elsewhere_is_kept() {
        NodeFixture it = new NodeFixture(true);
        Waiting<List<LeasedJob>> waiter = it.lease(60_000, "q");
        it.settle();
        it.install(
                1,
                NodeFixture.job("q", 1, NodeFixture.WORK),
                new Acquire(List.of("q"), null, 1, 5 * NodeFixture.SECOND));
        it.settle();
        it.advanceMillis(4_999);
        assertThat(waiter.told()).isEmpty();
        it.advanceMillis(1);
        assertThat(waiter.value().get(0).job().attempts()).isEqualTo(2);
    }

    @Test
    void an_engine_older_than_what_was_applied_is_not_accepted() {
        NodeFixture it = new NodeFixture(true);
        it.add("q", 1);
        it.settle();
        assertThatThrownBy(() -> it.node.replaceEngine(new Engine(), 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothing_runs_on_a_state_that_contains_what_was_discarded() {
        NodeFixture it = new NodeFixture(false);
        it.add("q", 1);
        it.loop.turn();
        it.journal.lose(1);
        it.node.discardFrom(1);
        Recorder<Integer> counted = new Recorder<>();
        it.node.ask(engine -> engine.jobCount(), counted);
        it.settle();
        assertThat(counted.told).isEmpty();
        it.node.replaceEngine(new Engine(), 0);
        it.settle();
        assertThat(counted.value()).isZero();
    }
}
