package dev.reeve.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.QueueView;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobPosition;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkCallTest {
    private static final int JOBS = 450;
    private static final JobFilter FAILED = JobFilter.of(List.of("q"), List.of(State.FAILED));

    private NodeFixture it = new NodeFixture(false);

    private void fail(int count) {
        for (int i = 0; i < count; i++) {
            it.add("q", i);
            it.submit(new Fail(JobRef.of(NodeFixture.id(i)), Claim.NONE, null));
        }
        it.settle();
        assertThat(count(State.FAILED)).isEqualTo(count);
    }

    private int count(State state) {
        QueueView queue = it.node.current().queue("q");
        return queue == null ? 0 : queue.count(state);
    }

    private static BulkChange retry(long spreadMicros, boolean dryRun, @Nullable Integer expected) {
        return change(null, new BulkChange.Action(ChangeIf.Kind.RETRY, null, spreadMicros, null), dryRun, expected);
    }

    private static BulkChange change(
            @Nullable JobPosition after, BulkChange.Action action, boolean dryRun, @Nullable Integer expected) {
        return new BulkChange(FAILED, after, action, dryRun, expected);
    }

    private Recorder<BulkCount> run(BulkChange change) {
        Recorder<BulkCount> recorder = new Recorder<>();
        it.node.changeAll(change, recorder);
        it.settle();
        return recorder;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void all_jobs_of_the_filter_are_changed_some_in_each_entry(boolean appliesAtCommit) {
        it = new NodeFixture(appliesAtCommit);
        fail(JOBS);
        int entries = it.journal.entries.size();
        BulkCount count = run(retry(0, false, JOBS)).value();
        assertThat(count).isEqualTo(new BulkCount(JOBS, JOBS, 0, null, (long) JOBS, true));
        assertThat(count(State.READY)).isEqualTo(JOBS);
        assertThat(it.journal.entries).hasSize(entries + 3);
    }

    @Test
    void a_dry_run_and_another_number_than_expected_change_nothing() {
        fail(JOBS);
        int entries = it.journal.entries.size();
        assertThat(run(retry(0, true, null)).value()).isEqualTo(new BulkCount(JOBS, 0, 0, null, (long) JOBS, true));
        assertThat(run(retry(0, false, JOBS - 1)).value())
                .isEqualTo(new BulkCount(JOBS, 0, 0, null, (long) JOBS, false));
        assertThat(it.journal.entries).hasSize(entries);
        assertThat(count(State.FAILED)).isEqualTo(JOBS);
    }

    @Test
    void retries_are_spread_over_the_time() {
        fail(4);
        run(retry(8 * NodeFixture.SECOND, false, null));
        for (int i = 0; i < 4; i++) {
            JobView job = Objects.requireNonNull(it.node.current().job(JobRef.of(NodeFixture.id(i))));
            assertThat(job.dueAtMicros() - it.clock.nowMicros()).isEqualTo(2L * i * NodeFixture.SECOND);
            assertThat(job.state()).isEqualTo(i == 0 ? State.READY : State.SCHEDULED);
        }
    }

    /** Does something before each change. */
    private abstract class Meddler implements BulkScope {
        int changes;

        @Override
        public <R> void search(LongQuery<R> query, Completion<R> done) {
            it.node.askInSteps(query, done);
        }

        @Override
        public void change(List<Command<?>> commands, Completion<List<Outcome<?>>> done) {
            if (mayChange(++changes)) {
                it.node.submitEach(commands, done);
            } else {
                it.loop.execute(() -> done.refused(Rejection.OUT_OF_MEMORY));
            }
        }

        abstract boolean mayChange(int number);
    }

    @Test
    void a_job_that_has_changed_since_it_was_selected_is_skipped() {
        fail(JOBS);
        Recorder<BulkCount> recorder = new Recorder<>();
        BulkScope scope = new Meddler() {
            @Override
            boolean mayChange(int number) {
                it.submit(Requeue.anew(JobRef.of(NodeFixture.id(number)), it.clock.nowMicros() + 1_000_000));
                return true;
            }
        };
        it.node.changeAll(retry(0, false, null), scope, recorder);
        it.settle();
        // The second one was changed by the call when it is queued again by the other, which is refused.
        assertThat(recorder.value()).isEqualTo(new BulkCount(JOBS, JOBS - 1, 1, null, (long) JOBS, true));
        assertThat(count(State.SCHEDULED)).isEqualTo(1);
    }

    @Test
    void a_refusal_in_the_middle_is_an_answer_with_a_place_to_go_on() {
        fail(JOBS);
        Recorder<BulkCount> recorder = new Recorder<>();
        BulkChange.Action delete = new BulkChange.Action(ChangeIf.Kind.DELETE, null, 0, null);
        it.node.changeAll(change(null, delete, false, null), atMost(1), recorder);
        it.settle();
        BulkCount first = recorder.value();
        assertThat(first.changed()).isEqualTo(BulkCall.JOBS_PER_ENTRY);
        assertThat(first.matched()).isEqualTo(BulkCall.JOBS_PER_ENTRY);
        BulkCount rest = run(change(first.next(), delete, false, null)).value();
        assertThat(rest.changed()).isEqualTo(JOBS - BulkCall.JOBS_PER_ENTRY);
        assertThat(count(State.FAILED)).isZero();
    }

    private BulkScope atMost(int most) {
        return new Meddler() {
            @Override
            boolean mayChange(int number) {
                return number <= most;
            }
        };
    }

    @Test
    void a_refusal_of_the_first_jobs_is_a_refusal() {
        fail(2);
        Recorder<BulkCount> recorder = new Recorder<>();
        it.node.changeAll(retry(0, false, null), atMost(0), recorder);
        it.settle();
        assertThat(recorder.told).containsExactly("OUT_OF_MEMORY");
    }

    @Test
    void more_than_ten_thousand_jobs_take_several_calls() {
        fail(BulkCall.MOST_JOBS + 5);
        BulkCount first = run(retry(0, false, BulkCall.MOST_JOBS)).value();
        assertThat(first.changed()).isEqualTo(BulkCall.MOST_JOBS);
        BulkChange.Action retry = new BulkChange.Action(ChangeIf.Kind.RETRY, null, 0, null);
        BulkCount rest = run(change(Objects.requireNonNull(first.next()), retry, false, null))
                .value();
        assertThat(rest).isEqualTo(new BulkCount(5, 5, 0, null, 5L, true));
    }

    @Test
    void calls_take_turns_and_end_when_the_node_stops() {
        fail(JOBS);
        Recorder<BulkCount> one = new Recorder<>();
        Recorder<BulkCount> other = new Recorder<>();
        it.node.changeAll(retry(0, false, null), one);
        it.node.changeAll(retry(0, false, null), other);
        it.settle();
        assertThat(one.value().changed()).isEqualTo(JOBS);
        assertThat(other.value().matched()).isZero();
        it.node.changeAll(retry(0, true, null), one);
        it.node.changeAll(retry(0, true, null), other);
        it.node.stop(() -> {});
        it.settle();
        assertThat(one.told).hasSize(2);
        assertThat(other.told).containsExactly("reply", "unknown");
    }
}
