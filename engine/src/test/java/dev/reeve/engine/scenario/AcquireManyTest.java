package dev.reeve.engine.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.Command;
import dev.reeve.engine.Effects;
import dev.reeve.engine.Engine;
import dev.reeve.engine.Entry;
import dev.reeve.engine.QlessCommands;
import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Release;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.queue.QueueOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many jobs one acquire takes: as many as it asks for, as fit into its reply, and as an entry may change. */
class AcquireManyTest {
    private static final int PAYLOAD = 100_000;
    private static final QueueOrder WEIGHTED = QueueOrder.weighted(List.of(2, 1));

    private final Engine engine = new Engine();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_jobs_of_one_queue_fit_into_the_reply(boolean qless) {
        useQless(qless);
        add("a", 10, PAYLOAD);
        assertThat(acquire(QueueOrder.RANDOM, 10, 4 * PAYLOAD, "a")).hasSize(3);
        assertThat(acquire(QueueOrder.RANDOM, 10, 100 * PAYLOAD, "a")).hasSize(7);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_jobs_of_several_queues_fit_into_the_reply(boolean qless) {
        useQless(qless);
        for (QueueOrder order : List.of(QueueOrder.RANDOM, QueueOrder.LISTED, WEIGHTED)) {
            add("a", 2, PAYLOAD);
            add("b", 3, PAYLOAD);
            assertThat(acquire(order, 10, 4 * PAYLOAD, "a", "b"))
                    .as(order.toString())
                    .hasSize(3);
            assertThat(acquire(order, 10, 4 * PAYLOAD, "a", "b"))
                    .as(order.toString())
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_first_job_is_leased_whatever_its_size_and_alone(boolean qless) {
        useQless(qless);
        for (QueueOrder order : List.of(QueueOrder.RANDOM, QueueOrder.LISTED, WEIGHTED)) {
            add("a", 1, PAYLOAD);
            add("b", 1, PAYLOAD);
            assertThat(acquire(order, 10, 1000, "a", "b")).as(order.toString()).hasSize(1);
            assertThat(acquire(order, 10, 1000, "a", "b")).as(order.toString()).hasSize(1);
            assertThat(acquire(order, 10, 1000, "a", "b")).as(order.toString()).isEmpty();
        }
    }

    @Test
    void without_a_limit_of_its_own_an_acquire_from_one_queue_takes_up_to_a_mebibyte() {
        add("a", 20, PAYLOAD);
        assertThat(apply(new Acquire(List.of("a"), null, 20, 0))).hasSize(10);
    }

    @Test
    void an_entry_leases_a_bounded_number_of_jobs() {
        add("a", 700, 0);
        add("b", 700, 0);
        for (QueueOrder order : List.of(QueueOrder.RANDOM, QueueOrder.LISTED, WEIGHTED)) {
            List<LeasedJob> leased = acquire(order, 1400, 1L << 30, "a", "b");
            assertThat(leased).hasSize(1000);
            leased.forEach(job -> apply(new Release(JobRef.of(job.number()), Claim.ANY_LEASE, true)));
        }
    }

    private void useQless(boolean use) {
        if (use) {
            CallerClock clock = new CallerClock(1, QlessDialect.CURRENT);
            apply(QlessCommands.put(clock, JobId.of("other"), "other", "klass", new byte[2]));
        }
    }

    private void add(String queue, int jobs, int payloadBytes) {
        for (int i = 0; i < jobs; i++) {
            JobId id = JobId.of(queue + "-" + engine.jobCount());
            apply(new Add(id, queue, new byte[payloadBytes], 0, Add.NOW, TermsBuilder.plain()));
        }
    }

    private List<LeasedJob> acquire(QueueOrder order, int count, long maxBytes, String... queues) {
        return apply(new Acquire(List.of(queues), order, "w", count, 0, maxBytes));
    }

    private <R> R apply(Command<R> command) {
        return engine.apply(new Entry<>(0, 7, command), Effects.NONE).reply();
    }
}
