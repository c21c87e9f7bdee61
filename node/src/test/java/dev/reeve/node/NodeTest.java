package dev.reeve.node;

import static dev.reeve.node.NodeFixture.bytes;
import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Done;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.CommandGroup;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.node.NodeFixture.Waiting;
import dev.reeve.testkit.LogLines;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test runs with a local journal and with a replicated one, which applies entries at commit. */
class NodeTest {
    private static final List<String> REPLY = List.of("reply");
    private static final List<String> TIMED_OUT = List.of("timed out");
    private static final List<String> UNKNOWN = List.of("unknown");
    private static final List<String> NOT_FOUND = List.of("JOB_NOT_FOUND");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothing_is_answered_before_it_is_durable(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Recorder<AddedJob> added = it.add("q", 1);
        Recorder<Integer> counted = new Recorder<>();
        it.node.ask(engine -> engine.jobCount(), counted);
        Waiting<List<LeasedJob>> leased = it.lease(1000, "q");
        it.loop.turn();
        assertThat(added.told).isEmpty();
        assertThat(counted.told).isEmpty();
        assertThat(leased.told()).isEmpty();

        it.settle(1);
        assertThat(added.value().number()).isEqualTo(1);
        assertThat(counted.value()).isEqualTo(1);
        assertThat(leased.value().get(0).id()).isEqualTo(id(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fifty_waiters_are_served_by_fifty_adds_in_the_order_of_arrival(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        List<Waiting<List<LeasedJob>>> waiters = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            waiters.add(it.lease(60_000, "q"));
        }
        it.settle();
        for (int i = 0; i < 50; i++) {
            it.add("q", i);
        }
        it.settle(3);
        for (int i = 0; i < 50; i++) {
            assertThat(waiters.get(i).value().get(0).id()).as("waiter %s", i).isEqualTo(id(i));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_waiter_that_has_gone_swallows_nothing(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Waiting<List<LeasedJob>> gone = it.lease(60_000, "q");
        Waiting<List<LeasedJob>> there = it.lease(60_000, "q");
        it.settle();
        gone.waitHandle().cancel();
        it.add("q", 1);
        it.settle();
        assertThat(gone.told()).isEmpty();
        assertThat(there.value().get(0).id()).isEqualTo(id(1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_job_leased_for_awaiter_that_goes_before_the_answer_comes_back_uncounted(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        Waiting<List<LeasedJob>> leaves = it.lease(60_000, "q");
        it.loop.turn();
        leaves.waitHandle().cancel();
        it.settle();
        assertThat(leaves.told()).isEmpty();

        Waiting<List<LeasedJob>> next = it.lease(0, "q");
        it.settle();
        assertThat(next.value().get(0).id()).isEqualTo(id(1));
        assertThat(next.value().get(0).job().attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_job_comes_back_from_awaiter_that_goes_while_the_disk_is_full_though_its_lease_never_ends(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Terms endless =
                new Terms(Terms.FOREVER, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        it.submit(NodeFixture.job("q", 1, endless));
        it.settle();
        Waiting<List<LeasedJob>> gone = it.lease(1000, "q");
        it.loop.turn();
        gone.waitHandle().cancel();
        it.room(WriteAdmission.NONE);
        it.settle();
        assertThat(gone.told()).isEmpty();

        it.room(WriteAdmission.NO_GROWTH);
        it.settle();
        Waiting<List<LeasedJob>> next = it.lease(0, "q");
        it.settle();
        assertThat(next.value().get(0).job().attempts()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_lease_without_waiting_takes_aready_job_or_times_out_at_once(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Waiting<List<LeasedJob>> nothing = it.lease(0, "q");
        it.settle();
        assertThat(nothing.told()).isEqualTo(TIMED_OUT);
        it.add("q", 1);
        Waiting<List<LeasedJob>> one = it.lease(0, "q");
        it.settle();
        assertThat(one.told()).isEqualTo(REPLY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void waiting_ends_with_its_time_limit_or_its_input(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Waiting<List<LeasedJob>> limited = it.lease(1000, "q");
        Waiting<List<LeasedJob>> halfClosed = it.lease(100_000, "q");
        it.settle();
        halfClosed.waitHandle().inputEnded();
        it.settle();
        assertThat(halfClosed.told()).isEqualTo(TIMED_OUT);
        it.advanceMillis(999);
        assertThat(limited.told()).isEmpty();
        it.advanceMillis(1);
        assertThat(limited.told()).isEqualTo(TIMED_OUT);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_waiter_is_served_when_alease_lapses_or_ascheduled_job_is_due(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        it.lease(0, "q");
        Waiting<List<LeasedJob>> waiter = it.lease(60_000, "q", "other");
        it.settle();
        it.advanceMillis(10_000);
        assertThat(waiter.value().get(0).job().attempts()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_waiter_is_served_when_ajob_is_ready_by_the_clock_of_its_own_callers(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.submit(it.put("early", 5));
        Waiting<List<LeasedJob>> came = it.lease(60_000, "early", "late");
        Waiting<List<LeasedJob>> comes = it.lease(60_000, "late");
        it.settle();
        it.submit(it.put("late", 8));
        it.settle();
        it.advanceMillis(4_999);
        assertThat(came.told()).isEmpty();
        it.advanceMillis(1);
        assertThat(came.value().get(0).queue()).isEqualTo("early");
        it.advanceMillis(2_999);
        assertThat(comes.told()).isEmpty();
        it.advanceMillis(1);
        assertThat(comes.value().get(0).queue()).isEqualTo("late");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_waiter_is_served_at_once_when_adelay_is_over_by_the_servers_clock(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Add behind = it.put("q", 5);
        it.advanceMillis(60_000);
        Waiting<List<LeasedJob>> waiter = it.lease(10_000, "q");
        it.settle();
        it.submit(behind);
        it.settle();
        assertThat(waiter.value().get(0).queue()).isEqualTo("q");
    }

    /** A negative backlog skips more due jobs than exist, so a poll finds nothing and changes nothing. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_waiter_does_not_try_for_ever_what_comes_to_nothing(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        CallerClock caller = new CallerClock(it.clock.nowMicros(), QlessDialect.CURRENT);
        RecurringJob never = new RecurringJob(
                JobId.of("never"), "q", "k", bytes("{}"), 0, List.of(), 0, -1, 0, 1_000_000, caller.nowMicros());
        it.submit(new Recur(caller, never));
        it.advanceMillis(1);
        assertThat(it.engine.hasReady("q")).isTrue();
        Waiting<List<LeasedJob>> waiting = it.lease(60_000, "q");
        it.settle();
        assertThat(it.journal.entries).hasSizeLessThan(10);
        it.add("q", 1);
        it.settle();
        assertThat(waiting.value()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_lease_that_does_not_wait_sees_ajob_that_is_ready_by_now(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.submit(it.put("q", 5));
        it.settle();
        it.clock.advanceMillis(5_000);
        Waiting<List<LeasedJob>> leased = it.lease(0, "q");
        it.settle();
        assertThat(leased.told()).isEqualTo(REPLY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_caller_of_aforeground_job_gets_its_result(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Waiting<FinishedJob> run = it.run("q", 1, 5000);
        it.lease(0, "q");
        it.settle();
        it.submit(it.complete(1, "pong"));
        it.settle();
        assertThat(run.value().completed()).isTrue();
        assertThat(run.value().result()).isEqualTo(bytes("pong"));
        assertThat(it.engine.jobCount()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_foreground_job_fails_is_deleted_or_runs_out_of_time(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Waiting<FinishedJob> failed = it.run("q", 1, 5000);
        it.submit(new Fail(JobRef.of(id(1)), Claim.NONE, bytes("no")));
        Waiting<FinishedJob> deleted = it.run("q", 2, 5000);
        it.submit(new Delete(JobRef.of(id(2))));
        Waiting<FinishedJob> notTaken = it.run("q", 3, 5000);
        Waiting<FinishedJob> duplicate = it.run("q", 3, 5000);
        it.settle();
        assertThat(failed.value().completed()).isFalse();
        assertThat(deleted.told()).isEqualTo(NOT_FOUND);
        assertThat(duplicate.told()).containsExactly("JOB_EXISTS");
        it.advanceMillis(5000);
        assertThat(notTaken.told()).isEqualTo(TIMED_OUT);

        Waiting<FinishedJob> notFinished = it.run("q", 4, 5000);
        it.lease(0, "q");
        it.settle();
        it.advanceMillis(9_999);
        assertThat(notFinished.told()).isEmpty();
        it.advanceMillis(1);
        assertThat(notFinished.told()).isEqualTo(TIMED_OUT);
        assertThat(it.engine.jobCount()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_foreground_job_goes_with_its_caller_unless_aworker_has_it(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Waiting<FinishedJob> unleased = it.run("a", 1, 5000);
        Waiting<FinishedJob> leased = it.run("b", 2, 5000);
        Waiting<FinishedJob> halfClosed = it.run("c", 3, 5000);
        it.lease(0, "b");
        it.settle();
        unleased.waitHandle().cancel();
        leased.waitHandle().cancel();
        halfClosed.waitHandle().inputEnded();
        it.settle();
        assertThat(halfClosed.told()).isEqualTo(TIMED_OUT);
        assertThat(it.engine.job(JobRef.of(id(1)))).isNull();
        assertThat(it.engine.job(JobRef.of(id(2)))).isNotNull();
        Recorder<State> late = it.submit(it.complete(2, "late"));
        it.settle();
        assertThat(late.told).isEqualTo(REPLY);
        assertThat(it.engine.jobCount()).isZero();
        assertThat(unleased.told()).isEmpty();
        assertThat(leased.told()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everybody_who_waits_for_aresult_gets_it(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        Waiting<FinishedJob> first = it.result(1, 1000);
        Waiting<FinishedJob> second = it.result(1, 1000);
        Waiting<FinishedJob> hasty = it.result(1, 0);
        Waiting<FinishedJob> unknown = it.result(2, 1000);
        it.settle();
        assertThat(hasty.told()).isEqualTo(TIMED_OUT);
        assertThat(unknown.told()).isEqualTo(NOT_FOUND);
        it.submit(it.complete(1, "r"));
        Waiting<FinishedJob> after = it.result(1, 0);
        it.settle();
        for (Waiting<FinishedJob> waiting : List.of(first, second, after)) {
            assertThat(waiting.value().result()).isEqualTo(bytes("r"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void who_waits_for_ajob_that_is_deleted_or_expires_is_told(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        it.add("q", 2);
        Waiting<FinishedJob> deleted = it.result(1, 86_400_000);
        Waiting<FinishedJob> expires = it.result(2, 86_400_000);
        Waiting<FinishedJob> limited = it.result(2, 1000);
        it.submit(new Delete(JobRef.of(id(1))));
        it.settle();
        assertThat(deleted.told()).isEqualTo(NOT_FOUND);
        it.advanceMillis(1000);
        assertThat(limited.told()).isEqualTo(TIMED_OUT);
        it.advanceMillis(3_600_000);
        assertThat(expires.told()).isEqualTo(NOT_FOUND);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_question_after_adeadline_sees_its_effect(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        it.settle();
        it.clock.advanceMillis(3_600_000);
        Recorder<Integer> counted = new Recorder<>();
        it.node.ask(engine -> engine.jobCount(), counted);
        it.settle();
        assertThat(counted.value()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void growing_commands_are_refused_without_room_and_others_are_not(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        it.settle();
        it.room(WriteAdmission.NO_GROWTH);
        Recorder<AddedJob> refused = it.add("q", 2);
        Recorder<State> completed = it.submit(it.complete(1, ""));
        it.settle();
        assertThat(refused.told).containsExactly("OUT_OF_DISK");
        assertThat(completed.told).isEqualTo(REPLY);

        it.room(WriteAdmission.NONE);
        Recorder<Done> deleted = it.submit(new Delete(JobRef.of(id(1))));
        Recorder<Integer> counted = new Recorder<>();
        it.node.ask(engine -> engine.jobCount(), counted);
        it.settle();
        assertThat(deleted.told).containsExactly("OUT_OF_DISK");
        assertThat(counted.value()).isEqualTo(1);

        it.journal.fault = true;
        Recorder<Done> blocked = it.submit(new Delete(JobRef.of(id(1))));
        it.settle();
        assertThat(blocked.told).containsExactly("JOURNAL_FAULT");

        it.room(WriteAdmission.AMPLE);
        Recorder<AddedJob> accepted = it.add("q", 2);
        it.settle();
        assertThat(accepted.told).isEqualTo(REPLY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void who_waits_for_many_queues_is_refused_when_those_waiting_take_too_much(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit, new Engine(), new NodeSettings(1 << 20, 1 << 16, () -> 0));
        Waiting<List<LeasedJob>> first = it.lease(60_000, queues(500));
        Waiting<List<LeasedJob>> second = it.lease(60_000, queues(500));
        Waiting<List<LeasedJob>> ofOneQueue = it.lease(60_000, "q");
        it.settle();
        assertThat(first.told()).isEmpty();
        assertThat(second.told()).containsExactly("OUT_OF_MEMORY");
        assertThat(ofOneQueue.told()).isEmpty();

        first.waitHandle().cancel();
        Waiting<List<LeasedJob>> third = it.lease(60_000, queues(500));
        it.add("queue-499", 1);
        it.settle();
        assertThat(third.told()).isEqualTo(REPLY);
    }

    private static String[] queues(int count) {
        return IntStream.range(0, count).mapToObj(i -> "queue-" + i).toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_bug_in_the_engine_ends_the_process_after_the_earlier_answers(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Recorder<AddedJob> before = it.add("q", 1);
        Recorder<Done> bug = it.submit(new Bug());
        Recorder<AddedJob> after = it.add("q", 2);
        it.settle();
        assertThat(before.told).isEqualTo(REPLY);
        assertThat(bug.told).isEmpty();
        assertThat(after.told).isNotEqualTo(REPLY);
        assertThat(it.halts).hasSize(1);
        if (!atCommit) {
            assertThat(it.journal.entries).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nobody_is_told_what_an_entry_did_that_could_not_be_applied(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.add("q", 1);
        Waiting<FinishedJob> result = it.result(1, 1000);
        it.settle();
        it.submit(new CommandGroup(List.of(new CommandGroup.Do(it.complete(1, "r")), new CommandGroup.Do(new Bug()))));
        it.settle();
        assertThat(it.halts).hasSize(1);
        assertThat(result.told()).doesNotContain("reply");
    }

    @Test
    void a_bug_in_the_engine_leaves_nothing_behind_it_in_the_journal() {
        NodeFixture it = new NodeFixture(false);
        it.node.submit(NodeFixture.job("q", 1, NodeFixture.WORK), new Recorder<>() {
            @Override
            public void resultFixed(AddedJob job) {
                it.submit(new Bug());
                it.add("q", 2);
            }
        });
        it.settle();
        assertThat(it.halts).hasSize(1);
        assertThat(it.journal.entries).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_bug_in_aquestion_keeps_nobody_else_from_being_answered(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Recorder<Integer> bug = new Recorder<>();
        Recorder<Integer> longBug = new Recorder<>();
        Recorder<AddedJob> added;
        try (LogLines log = new LogLines(Node.class)) {
            it.node.ask(
                    engine -> {
                        throw new IllegalStateException("a bug");
                    },
                    bug);
            it.node.askInSteps(
                    engine -> {
                        throw new IllegalStateException("a bug");
                    },
                    longBug);
            added = it.add("q", 1);
            it.settle();
            assertThat(log.told())
                    .hasSize(2)
                    .allSatisfy(line ->
                            assertThat(line).startsWith("query failed\njava.lang.IllegalStateException: a bug"));
        }
        assertThat(added.told).isEqualTo(REPLY);
        assertThat(bug.told).containsExactly("unknown");
        assertThat(longBug.told).containsExactly("unknown");
        assertThat(it.halts).isEmpty();
    }

    @Test
    void a_bug_in_acaller_does_not_keep_its_entry_from_the_disk() {
        NodeFixture it = new NodeFixture(false);
        Recorder<AddedJob> bug = new Recorder<>() {
            @Override
            public void resultFixed(AddedJob job) {
                throw new IllegalStateException("a bug");
            }
        };
        assertThatThrownBy(() -> it.node.submit(NodeFixture.job("q", 1, NodeFixture.WORK), bug))
                .hasMessage("a bug");
        it.settle();
        assertThat(it.journal.flushedAll()).isTrue();
        Recorder<AddedJob> added = it.add("q", 2);
        it.settle();
        assertThat(added.told).isEqualTo(REPLY);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_bug_in_an_answer_keeps_nobody_else_from_being_answered(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        Recorder<AddedJob> bug = new Recorder<>() {
            @Override
            public void reply(AddedJob job) {
                throw new IllegalStateException("a bug");
            }
        };
        it.node.submit(NodeFixture.job("q", 1, NodeFixture.WORK), bug);
        Recorder<AddedJob> added = it.add("q", 2);
        try (LogLines log = new LogLines(PendingReplies.class)) {
            it.settle();
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .startsWith("reply delivery failed\njava.lang.IllegalStateException: a bug");
        }
        assertThat(added.told).isEqualTo(REPLY);
        assertThat(bug.told).containsExactly("unknown");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void what_is_not_durable_yet_holds_up_sessions_until_it_is(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit, new Engine(), new NodeSettings(1 << 20, 100, () -> 0));
        List<Boolean> pushed = new ArrayList<>();
        it.node.onBackpressure(pushed::add);
        assertThat(it.node.congested()).isFalse();
        it.add("q", 1);
        it.add("q", 2);
        it.add("q", 3);
        List<String> told = new ArrayList<>();
        it.node.whenRelieved(() -> told.add("relieved"));
        it.loop.turn();
        assertThat(it.node.congested()).isTrue();
        assertThat(told).isEmpty();
        assertThat(pushed).containsExactly(true);
        it.settle();
        assertThat(told).containsExactly("relieved");
        assertThat(pushed).containsExactly(true, false);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stopping_answers_what_was_taken_and_nothing_else(boolean atCommit) throws IOException {
        NodeFixture it = new NodeFixture(atCommit);
        Waiting<List<LeasedJob>> waiting = it.lease(60_000, "other");
        it.settle();
        Recorder<AddedJob> taken = it.add("q", 1);
        List<String> told = new ArrayList<>();
        it.node.stop(() -> told.add("answered"));
        Recorder<AddedJob> late = it.add("q", 2);
        it.settle();
        assertThat(told).containsExactly("answered");
        assertThat(taken.told).isEqualTo(REPLY);
        assertThat(late.told).containsExactly("unknown");
        assertThat(waiting.told()).containsExactly("unknown");

        it.node.close();
        ManualJournal.MemorySnapshot snapshot = Objects.requireNonNull(it.journal.snapshot);
        assertThat(snapshot.finished).isTrue();
        assertThat(restored(it, snapshot).jobCount()).isEqualTo(1);
    }

    @Test
    @Timeout(60)
    void the_last_snapshot_takes_no_more_memory_than_any_other() throws Exception {
        NodeSettings settings = new NodeSettings(1 << 30, 1 << 30, new SplittableRandom(7)::nextLong);
        NodeFixture it = new NodeFixture(false, new Engine(), settings);
        for (int i = 0; i < 40; i++) {
            it.submit(new Add(id(i), "q", new byte[1 << 20], 0, Add.NOW, NodeFixture.WORK));
        }
        it.settle();
        it.journal.slowSnapshots = true;
        it.node.stop(() -> {});
        it.settle();
        Thread closing = new Thread(it.node::close);
        closing.start();
        while (closing.isAlive()) {
            closing.join(1);
            ManualJournal.MemorySnapshot slow = it.journal.snapshot;
            if (slow != null) {
                slow.queued.updateAndGet(bytes -> Math.max(0, bytes - (64 << 10)));
            }
        }
        ManualJournal.MemorySnapshot snapshot = Objects.requireNonNull(it.journal.snapshot);
        assertThat(snapshot.finished).isTrue();
        assertThat(snapshot.mostQueued).isLessThan(8 << 20);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_snapshot_is_written_while_the_server_goes_on(boolean atCommit) throws IOException {
        NodeFixture it = new NodeFixture(atCommit);
        for (int i = 0; i < 2000; i++) {
            it.add("q", i);
        }
        it.settle();
        it.journal.snapshotDue = true;
        Recorder<AddedJob> trigger = it.add("q", 2000);
        it.settle();
        for (int i = 0; i < 2000; i += 7) {
            it.submit(it.complete(i, "done"));
            it.lease(0, "q");
        }
        it.settle();
        assertThat(trigger.told).isEqualTo(REPLY);
        ManualJournal.MemorySnapshot snapshot = Objects.requireNonNull(it.journal.snapshot);
        assertThat(snapshot.finished).isTrue();

        Engine engine = restored(it, snapshot);
        assertThat(engine.jobCount()).isEqualTo(it.engine.jobCount());
        for (int i = 0; i <= 2000; i++) {
            assertThat(essence(engine, i)).isEqualTo(essence(it.engine, i));
        }
    }

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
        Terms endless =
                new Terms(Terms.FOREVER, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        it.submit(NodeFixture.job("q", 1, endless));
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
    void the_loop_polls_for_input_between_two_slices_of_a_snapshot() {
        NodeFixture it = new NodeFixture(false);
        for (int i = 0; i < 20; i++) {
            it.submit(new Add(id(i), "q", new byte[100_000], 0, Add.NOW, NodeFixture.WORK));
        }
        it.settle();
        it.journal.snapshotDue = true;
        it.add("q", 20);
        it.loop.oneTurn();
        it.journal.sync(1);
        it.node.journalAdvanced();
        it.loop.oneTurn();
        ManualJournal.MemorySnapshot snapshot = Objects.requireNonNull(it.journal.snapshot);
        int polls = 0;
        while (!snapshot.finished) {
            it.loop.poll();
            polls++;
        }
        assertThat(polls).isGreaterThanOrEqualTo(20);
    }

    @Test
    void a_snapshot_of_areplaced_engine_is_abandoned() {
        NodeFixture it = new NodeFixture(true);
        for (int i = 0; i < 2000; i++) {
            it.add("q", i);
        }
        it.settle();
        it.journal.snapshotDue = true;
        it.add("q", 2000);
        ManualJournal.MemorySnapshot started = null;
        while (started == null) {
            it.loop.step();
            it.journal.sync(1);
            it.node.journalAdvanced();
            started = it.journal.snapshot;
        }
        it.install(it.journal.lastAppended() + 1);
        it.settle();
        assertThat(started.abandoned).isTrue();
        assertThat(started.finished).isFalse();
        it.journal.snapshotDue = true;
        it.add("q", 2001);
        it.settle();
        assertThat(Objects.requireNonNull(it.journal.snapshot).finished).isTrue();
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

    private static String essence(Engine engine, int id) {
        JobView job = Objects.requireNonNull(engine.job(JobRef.of(id(id))));
        return job.number() + " " + job.state() + " " + job.attempts() + " " + job.lease();
    }

    /** The state after a restart: the snapshot, then the entries after it. */
    private static Engine restored(NodeFixture it, ManualJournal.MemorySnapshot snapshot) throws IOException {
        EngineRecovery recovery = new EngineRecovery();
        recovery.snapshot(snapshot.position, new ByteArrayInputStream(snapshot.bytes.toByteArray()));
        for (long position = snapshot.position + 1; position <= it.journal.entries.size(); position++) {
            recovery.entry(position, ByteBuffer.wrap(it.journal.entries.get((int) position - 1)));
        }
        return recovery.engine();
    }

    private static final class Bug implements Command<Done> {
        @Override
        public CommandType type() {
            return CommandType.TICK;
        }

        @Override
        public Outcome<Done> apply(EngineState store) {
            throw new IllegalStateException("a bug");
        }

        @Override
        public void write(ByteSink out) {}
    }
}
