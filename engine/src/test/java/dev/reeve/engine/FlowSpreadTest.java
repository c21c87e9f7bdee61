package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.batch.BatchCounts;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.command.CancelBatch;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.OpenBatch;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.RetryBatch;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.Dependency;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workflows and batches of many jobs: entries change a bounded number of them, also after a restart in between. */
@Timeout(60)
class FlowSpreadTest {
    private static final int MANY = 3 * EngineState.CHANGES_PER_ENTRY + 10;
    private static final JobRef FIRST = JobRef.of(JobId.of("first"));
    private static final Terms TERMS =
            new Terms(10_000_000, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);

    private Engine engine = new Engine();
    private long nowMicros = 1_000_000;

    @Test
    void a_failure_cancels_its_dependents_and_a_retry_brings_them_back_over_several_entries() {
        add("first", List.of(), null);
        for (int i = 0; i < MANY; i++) {
            add("waits" + i, List.of("first"), null);
        }
        fail(FIRST);
        assertThat(count(State.CANCELLED)).isEqualTo(EngineState.CHANGES_PER_ENTRY);
        assertThat(ticksWithRestarts()).isGreaterThan(2);
        assertThat(count(State.CANCELLED)).isEqualTo(MANY);
        apply(Requeue.anew(FIRST, Add.NOW));
        assertThat(count(State.DEPENDS)).isEqualTo(EngineState.CHANGES_PER_ENTRY);
        assertThat(ticksWithRestarts()).isGreaterThan(2);
        assertThat(count(State.DEPENDS)).isEqualTo(MANY);
        apply(new Complete(FIRST, Claim.NONE, new byte[0]));
        ticksWithRestarts();
        assertThat(count(State.READY)).isEqualTo(MANY);
        assertThat(engine.nextDeadlineMicros()).isEqualTo(DeadlineHeap.NEVER);
    }

    @Test
    void a_completed_job_that_is_deleted_at_once_has_completed_for_all_its_dependents() {
        add("first", List.of(), null);
        for (int i = 0; i < MANY; i++) {
            add("waits" + i, List.of("first"), null);
        }
        apply(new Complete(FIRST, Claim.NONE, new byte[0]));
        apply(new Delete(FIRST));
        // What is added under the same id now is another job.
        add("first", List.of(), null);
        add("later", List.of("first"), null);
        assertThat(ticksWithRestarts()).isPositive();
        assertThat(count(State.READY)).isEqualTo(MANY);
        assertThat(count(State.CANCELLED)).isZero();
        assertThat(count(State.DEPENDS)).isEqualTo(1);
        apply(new Delete(FIRST));
        ticksWithRestarts();
        assertThat(Objects.requireNonNull(engine.job(JobRef.of(JobId.of("later"))))
                        .state())
                .isEqualTo(State.CANCELLED);
    }

    @Test
    void dependents_come_back_with_their_limit_keys_in_the_memory_that_they_have() {
        apply(command("first", List.of(), null));
        for (int i = 0; i < MANY; i++) {
            apply(withKey(command("waits" + i, List.of("first"), null), "key" + i));
        }
        fail(FIRST);
        ticksWithRestarts();
        long before = engine.liveBytes();
        Requeue retry = Requeue.anew(FIRST, Add.NOW);
        long admitted = engine.growthBytes(retry);
        apply(retry);
        ticksWithRestarts();
        assertThat(count(State.DEPENDS)).isEqualTo(MANY);
        assertThat(engine.liveBytes()).isLessThanOrEqualTo(before + admitted);
    }

    private static Add withKey(Add add, String key) {
        JobTies ties = add.options().ties();
        JobTies keyed = new JobTies(null, key, null, null, ties.ifDependencyFails(), null);
        return new Add(
                add.id(),
                add.queue(),
                add.payload(),
                add.priority(),
                add.startsAtMicros(),
                add.terms(),
                add.options().withTies(keyed));
    }

    @Test
    void a_failure_goes_down_a_long_chain() {
        List<Add> adds = new ArrayList<>();
        adds.add(command("first", List.of(), null));
        for (int i = 1; i < AddAll.MAX_JOBS; i++) {
            adds.add(command("step" + i, List.of(i == 1 ? "first" : "step" + (i - 1)), null));
        }
        apply(new AddAll(adds, true));
        fail(FIRST);
        ticksWithRestarts();
        assertThat(count(State.CANCELLED)).isEqualTo(AddAll.MAX_JOBS - 1);
        apply(Requeue.anew(FIRST, Add.NOW));
        ticksWithRestarts();
        assertThat(count(State.DEPENDS)).isEqualTo(AddAll.MAX_JOBS - 1);
    }

    @Test
    void a_batch_is_cancelled_and_retried_over_several_entries() {
        apply(new OpenBatch("b", "", true, List.of(), OpenBatch.Templates.NONE));
        for (int i = 0; i < MANY; i++) {
            add("job" + i, List.of(), "b");
        }
        apply(new CancelBatch("b", false, null, null));
        assertThat(counts().cancelled()).isEqualTo(EngineState.CHANGES_PER_ENTRY);
        ticksWithRestarts();
        assertThat(counts()).isEqualTo(new BatchCounts(0, 0, 0, MANY));
        apply(new RetryBatch("b"));
        assertThat(counts().pending()).isEqualTo(EngineState.CHANGES_PER_ENTRY);
        ticksWithRestarts();
        assertThat(counts()).isEqualTo(new BatchCounts(MANY, 0, 0, 0));
    }

    @Test
    void results_are_handed_on_up_to_a_limit() {
        add("first", List.of(), null);
        add("second", List.of(), null);
        add("third", List.of(), null);
        add("last", List.of("first", "second", "third"), null);
        apply(new Complete(FIRST, Claim.NONE, new byte[200_000]));
        apply(new Complete(JobRef.of(JobId.of("second")), Claim.NONE, new byte[100_000]));
        apply(new Complete(JobRef.of(JobId.of("third")), Claim.NONE, new byte[50_000]));
        List<Dependency> results = engine.dependencies(JobRef.of(JobId.of("last")));
        assertThat(results.stream().map(one -> one.result() == null ? 0 : one.result().length))
                .containsExactly(200_000, 0, 50_000);
        assertThat(results.stream().map(Dependency::resultBytes)).containsExactly(200_000, 100_000, 50_000);
    }

    private BatchCounts counts() {
        return Objects.requireNonNull(engine.batch("b")).counts();
    }

    private int count(State state) {
        return Objects.requireNonNull(engine.queue("q")).count(state) - (state == State.READY ? readyFirst() : 0);
    }

    private int readyFirst() {
        return Objects.requireNonNull(engine.job(FIRST)).state() == State.READY ? 1 : 0;
    }

    /** Applies ticks to this engine and to one restored from a snapshot, until nothing is left to do. Returns how many. */
    private int ticksWithRestarts() {
        int ticks = 0;
        EngineInvariants.check(engine);
        Engine restarted = StateHash.restore(StateHash.snapshot(engine));
        while (engine.nextDeadlineMicros() <= nowMicros) {
            nowMicros++;
            Entry<?> tick = new Entry<>(nowMicros, 0, new Tick());
            engine.apply(tick, Effects.NONE);
            restarted.apply(tick, Effects.NONE);
            ticks++;
        }
        assertThat(StateHash.of(restarted)).isEqualTo(StateHash.of(engine));
        EngineInvariants.check(engine);
        return ticks;
    }

    private void fail(JobRef job) {
        apply(new Fail(job, Claim.NONE, null, null, null, null, null, RetryChoice.NEVER));
    }

    private void add(String id, List<String> needs, @Nullable String batch) {
        apply(command(id, needs, batch));
    }

    private static Add command(String id, List<String> needs, @Nullable String batch) {
        DependencyRule rule = needs.isEmpty() ? DependencyRule.NONE : DependencyRule.CANCEL;
        List<JobId> dependencies = needs.stream().map(JobId::of).toList();
        AddOptions options = AddOptions.NONE
                .withDependencies(dependencies)
                .withTies(JobTies.NONE.withBatch(batch).withDependencies(rule, null));
        return new Add(JobId.of(id), "q", new byte[0], 0, Add.NOW, TERMS, options);
    }

    private <R> void apply(Command<R> command) {
        assertThat(engine.apply(new Entry<>(nowMicros, 0, command), Effects.NONE)
                        .rejection())
                .isNull();
    }
}
