package dev.reeve.engine.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Effects;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.AddAll;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobTies;
import dev.reeve.engine.job.Terms;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a batch may have. */
class BatchLimitsTest {
    private final EngineState state = new EngineState();

    private void open(long completed) {
        state.begin(1, 0, Effects.NONE, false);
        BatchCounts counts = new BatchCounts(0, completed, 0, 0);
        state.batches().insert(new BatchRecord("b", "", 1, 0, true, 1, counts, Callbacks.NONE, List.of(), false, null));
    }

    private static Add job(String id, String queue) {
        AddOptions options = AddOptions.NONE.withTies(JobTies.NONE.withBatch("b"));
        return new Add(JobId.of(id), queue, new byte[0], 0, Add.NOW, Terms.STANDARD, options);
    }

    private @Nullable Rejection add(String id, String queue) {
        return job(id, queue).apply(state).rejection();
    }

    @Test
    void a_batch_has_a_million_jobs_at_most() {
        open(Batches.MOST_JOBS - 2);
        assertThat(new AddAll(List.of(job("a", "q"), job("b", "q"), job("c", "q")), true)
                        .apply(state).reply().stream().map(added -> added.rejection()))
                .containsExactly(null, null, Rejection.BATCH_FULL);
        assertThat(add("a", "q")).isNull();
        assertThat(add("b", "q")).isNull();
        assertThat(add("c", "q")).isEqualTo(Rejection.BATCH_FULL);
    }

    @Test
    void of_many_queues_only_the_number_is_remembered() {
        open(0);
        for (int i = 0; i < Batches.MOST_QUEUES; i++) {
            assertThat(add("job" + i, "q" + i)).isNull();
        }
        assertThat(known().manyQueues()).isFalse();
        assertThat(add("again", "q7")).isNull();
        assertThat(known().manyQueues()).isFalse();
        assertThat(add("more", "more")).isNull();
        assertThat(known().manyQueues()).isTrue();
        assertThat(known().queues()).hasSize(Batches.MOST_QUEUES);
    }

    private BatchRecord known() {
        return Objects.requireNonNull(state.batches().get("b")).known();
    }
}
