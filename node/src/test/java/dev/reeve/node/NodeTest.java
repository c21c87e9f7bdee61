package dev.reeve.node;

import static dev.reeve.node.NodeFixture.bytes;
import static dev.reeve.node.NodeFixture.id;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Done;
import dev.reeve.engine.Engine;
import dev.reeve.engine.StateHash;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.command.Recur;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.node.NodeFixture.Waiting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test runs with a local journal and with a replicated one, which applies entries at commit. */
class NodeTest {
    private static final List<String> REPLY = List.of("reply");
    private static final List<String> TIMED_OUT = List.of("timed out");
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
    void a_job_comes_back_from_a_waiter_that_goes_while_the_disk_is_full_though_its_lease_never_ends(boolean atCommit) {
        NodeFixture it = new NodeFixture(atCommit);
        it.submit(NodeFixture.job("q", 1, NodeFixture.ENDLESS));
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
        assertThat(NodeSnapshotTest.restored(it, snapshot).jobCount()).isEqualTo(1);
    }

    /** Ticks that free them would make every read as long as an entry. */
    @Test
    void reads_do_not_hasten_the_many_dependents_of_a_completed_job() {
        NodeFixture it = new NodeFixture(false);
        int dependents = 1_000;
        it.add("q", 0);
        for (int i = 1; i <= dependents; i++) {
            AddOptions options = AddOptions.NONE.withDependencies(List.of(id(0)));
            it.submit(new Add(id(i), "q", new byte[0], 0, Add.NOW, NodeFixture.WORK, options));
        }
        it.settle();
        it.submit(it.complete(0, "done"));
        int before = it.journal.entries.size();
        List<Recorder<Integer>> reads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Recorder<Integer> read = new Recorder<>();
            it.node.ask(engine -> engine.jobCount(State.DEPENDS), read);
            reads.add(read);
        }
        assertThat(it.journal.entries.size() - before).isZero();
        it.settle();
        assertThat(reads).allSatisfy(read -> assertThat(read.value()).isPositive());
        assertThat(it.engine.jobCount(State.DEPENDS)).isZero();
    }

    /** The array of the buffer. */
    private static byte[] arrayOf(ByteBuffer piece) {
        assertThat(piece.arrayOffset()).isZero();
        return piece.array();
    }

    /** A copy of all payloads would take the loop longer than to add the jobs. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_large_entry_is_passed_to_the_journal_without_a_copy_of_its_payloads(boolean atCommit) {
        NodeFixture it = new NodeFixture(
                atCommit, new Engine(), new NodeSettings(1 << 25, 1 << 25, new SplittableRandom(7)::nextLong));
        List<Add> adds = IntStream.range(0, 1000)
                .mapToObj(i -> new Add(id(i), "q", new byte[10_000 + i], 0, Add.NOW, NodeFixture.WORK))
                .toList();
        Recorder<List<AddedJob>> done = it.submit(new AddAll(adds, true));
        it.settle();
        assertThat(done.value()).hasSize(1000);
        Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        it.journal.lastPieces.forEach(piece -> arrays.add(arrayOf(piece)));
        long copied =
                adds.stream().filter(add -> !arrays.contains(add.payload())).count();
        assertThat(copied).isLessThan(10);
        assertThat(arrays).hasSizeLessThan(1050);
        assertThat(StateHash.of(it.replayed())).isEqualTo(StateHash.of(it.engine));
        it.add("q", 5000);
        it.settle();
        assertThat(StateHash.of(it.replayed())).isEqualTo(StateHash.of(it.engine));
    }
}
