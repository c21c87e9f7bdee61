package dev.reeve.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.TermsBuilder;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.qless.QlessJobView;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a job tells does not depend on whether it has a ledger. */
class JobTest {
    private static final String UUID = "61a444a0-6128-41c0-8078-cc757d3bd2d8";

    private static Job job(String id, long startsAtMicros) {
        return Job.of(
                7,
                JobId.of(id),
                new JobQueue(1, "q"),
                new byte[3],
                TermsBuilder.plain(),
                5,
                startsAtMicros,
                State.READY);
    }

    @ParameterizedTest
    @ValueSource(strings = {UUID, "61a444a0612841c08078cc757d3bd2d8", "a name", "61A444A0-6128-41C0-8078-CC757D3BD2D8"})
    void a_job_has_the_id_that_it_was_given(String id) {
        Job job = job(id, 5);
        assertThat(job.id()).isEqualTo(JobId.of(id)).hasToString(id);
        assertThat(job.idHash()).isEqualTo(JobId.of(id).hashCode());
        assertThat(job.hasId(JobId.of(id))).isTrue();
        assertThat(job.hasId(JobId.of(id + "x"))).isFalse();
        assertThat(job.copy().id()).isEqualTo(job.id());
    }

    @Test
    void an_id_with_dashes_is_not_the_one_without() {
        assertThat(job(UUID, 5).hasId(JobId.of(UUID.replace("-", "")))).isFalse();
    }

    @Test
    void a_job_that_waits_has_no_ledger_and_keeps_none_for_what_it_has_not() {
        Job job = job(UUID, 5);
        job.attempts(0);
        job.fails(0);
        job.retriesUsed(0);
        job.lease(null);
        job.result(null);
        job.endedAtMicros(0);
        job.labels(JobLabels.NONE);
        job.options(JobOptions.NONE);
        job.optionalFields(null);
        job.timedOut(true);
        job.priority(9);
        job.dueAtMicros(5);
        assertThat(job.aheadBytes()).isPositive();
        assertThat(job.startsAtMicros()).isEqualTo(5);
        assertThat(job.leaseEndsAtMicros()).isEqualTo(DeadlineHeap.NEVER);
        assertThat(job.heldBy()).isNull();
        assertThat(job.timedOut()).isTrue();
    }

    @Test
    void a_due_time_other_than_the_creation_is_in_the_ledger() {
        Job job = job(UUID, 5);
        assertThat(job.dueAtMicros()).isEqualTo(5);
        job.dueAtMicros(70);
        assertThat(job.dueAtMicros()).isEqualTo(70);
        assertThat(job.startsAtMicros()).isEqualTo(5);
        assertThat(job.aheadBytes()).isZero();
        assertThat(job.copy().dueAtMicros()).isEqualTo(70);
    }

    @Test
    void a_lease_takes_no_more_than_was_counted_ahead() {
        Job job = job(UUID, 5);
        long before = job.sizeBytes();
        job.lease(new Lease(3, null, 10, 0, 20));
        job.attempts(1);
        job.transition(State.LEASED);
        assertThat(job.aheadBytes()).isZero();
        assertThat(job.sizeBytes()).isEqualTo(before);
    }

    @Test
    void a_lease_is_told_as_it_was_set() {
        Job job = job(UUID, 5);
        Lease lease = new Lease(3, "w", 10, 15, 20);
        job.lease(lease);
        assertThat(job.lease()).isEqualTo(lease);
        assertThat(job.leaseEndsAtMicros()).isEqualTo(20);
        assertThat(job.heldBy()).as("not leased").isNull();
        job.transition(State.LEASED);
        assertThat(job.heldBy()).isEqualTo("w");
        job.lease(null);
        assertThat(job.lease()).isNull();
        assertThat(job.heldBy()).isNull();
        assertThat(job.leaseEndsAtMicros()).isEqualTo(DeadlineHeap.NEVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {UUID, "a name"})
    void a_copy_is_the_same_job_and_does_not_follow_its_changes(String id) {
        Job job = job(id, 40);
        job.priority(2);
        job.dueAtMicros(60);
        job.attempts(3);
        job.fails(2);
        job.retriesUsed(1);
        job.timedOut(true);
        job.lease(new Lease(3, "w", 10, 15, 20));
        job.endedAtMicros(90);
        job.result(new byte[] {1});
        job.labels(JobLabels.of("k", List.of("t"), JobOptions.NONE));
        OptionalJobFields.of(job).sinceMicros(8);
        JobView view = job.view(job.payload(), QlessJobView.NONE);
        Job copy = job.copy();
        assertThat(copy.view(copy.payload(), QlessJobView.NONE)).isEqualTo(view);
        assertThat(copy.sizeBytes()).isEqualTo(job.sizeBytes());
        job.attempts(9);
        job.lease(null);
        job.result(null);
        OptionalJobFields.of(job).sinceMicros(9);
        assertThat(copy.view(copy.payload(), QlessJobView.NONE)).isEqualTo(view);
        assertThat(OptionalJobFields.of(copy).sinceMicros()).isEqualTo(8);
    }
}
