package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.DropLimit;
import dev.reeve.engine.command.SetLimit;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.State;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.LimitTable;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A change of a limit that affects very many jobs or queues is spread over entries, and is exact meanwhile. */
class LimitSpreadTest {
    private static final int JOBS = 3_000;
    private static final Limit ONE = new Limit(1, null, false);

    private final Engine engine = new Engine();

    private <R> Outcome<R> apply(Command<R> command) {
        return engine.apply(new Entry<>(0, 0, command), Effects.NONE);
    }

    private void add(int i, String queue, String key) {
        AddOptions options = AddOptions.NONE.withTies(JobTies.ofKeys(null, key));
        apply(new Add(JobId.of("job" + i), queue, new byte[1], 0, Add.NOW, TermsBuilder.plain(), options));
    }

    private int count(State state) {
        int count = 0;
        for (JobQueue queue : engine.state().queues().all()) {
            count += queue.count(state);
        }
        return count;
    }

    /** Returns how many entries it took. */
    private int settle() {
        int entries = 0;
        while (engine.nextDeadlineMicros() <= 0) {
            int before = count(State.THROTTLED);
            apply(new Tick());
            assertThat(Math.abs(count(State.THROTTLED) - before))
                    .isLessThanOrEqualTo(EngineState.CHANGES_PER_ENTRY + 2);
            entries++;
        }
        EngineInvariants.check(engine);
        return entries;
    }

    @Test
    void many_jobs_of_a_key() {
        for (int i = 0; i < JOBS; i++) {
            add(i, "q", "k");
        }
        apply(new SetLimit("k", ONE));
        assertThat(count(State.THROTTLED)).isLessThanOrEqualTo(EngineState.CHANGES_PER_ENTRY);
        assertThat(apply(new Acquire(List.of("q"), null, 100, 0)).reply()).hasSize(1);
        assertThat(apply(new Acquire(List.of("q"), null, 100, 0)).reply()).isEmpty();
        assertThat(settle()).isGreaterThan(10);
        assertThat(count(State.THROTTLED)).isEqualTo(JOBS - 1);
        apply(new DropLimit("k"));
        assertThat(count(State.READY)).isLessThanOrEqualTo(EngineState.CHANGES_PER_ENTRY);
        assertThat(settle()).isGreaterThan(10);
        assertThat(count(State.READY)).isEqualTo(JOBS - 1);
    }

    @Test
    void many_queues_of_a_key() {
        apply(new SetLimit("*", ONE));
        for (int i = 0; i < JOBS; i++) {
            add(i, "q" + i, "k");
        }
        assertThat(count(State.READY)).isEqualTo(JOBS);
        for (int i = 0; i < 5; i++) {
            assertThat(apply(new Acquire(List.of("q" + i), null, 1, 0)).reply()).hasSize(i == 0 ? 1 : 0);
        }
        settle();
        assertThat(count(State.THROTTLED)).isEqualTo(JOBS - 1);
    }

    @Test
    void many_keys() {
        for (int i = 0; i < JOBS; i++) {
            add(i, "q", "k" + i / 2);
        }
        apply(new SetLimit("k*", ONE));
        List<LeasedJob> leased = apply(new Acquire(List.of("q"), null, JOBS, 0)).reply();
        assertThat(leased.stream().map(job -> job.job().options().ties().limitKey()))
                .hasSizeGreaterThanOrEqualTo(EngineState.WORK_PER_ENTRY / 2)
                .doesNotHaveDuplicates();
        settle();
        assertThat(count(State.LEASED) + count(State.READY)).isEqualTo(JOBS / 2);
    }

    @Test
    void there_are_a_thousand_patterns_at_most() {
        for (int i = 0; i < LimitTable.MAX_PATTERNS; i++) {
            assertThat(apply(new SetLimit("k" + i, ONE)).reply()).isTrue();
        }
        assertThat(apply(new SetLimit("one more", ONE)).rejection()).isEqualTo(Rejection.LIMIT_REACHED);
        assertThat(apply(new SetLimit("k7", ONE)).reply()).isFalse();
        assertThat(apply(new DropLimit("k7")).reply()).isTrue();
        assertThat(apply(new SetLimit("one more", ONE)).reply()).isTrue();
    }
}
