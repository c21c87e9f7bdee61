package dev.reeve.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only notes how leases ended costs a job nothing, so that a lease can end when memory is full. */
class JobOptionsTest {
    private static final JobOptions OWN = JobOptions.NONE.withHeaders(new JobHeaders(List.of("name", "value")));

    @ParameterizedTest
    @EnumSource
    void the_end_of_a_lease_costs_nothing(LeaseEnd end) {
        assertThat(LeaseEnd.ofCode(end.code())).isEqualTo(end);
        JobOptions ended = JobOptions.NONE.withLeaseEnd(end);
        assertThat(ended.leaseEnd()).isEqualTo(end);
        assertThat(ended).isSameAs(JobOptions.NONE.withLapses(2).withLapses(0).withLeaseEnd(end));
        assertThat(JobLabels.NONE.with(ended)).isSameAs(JobLabels.NONE.with(ended));
        assertThat(JobLabels.NONE.with(ended).sizeBytes()).isZero();
        assertThat(ended.withLeaseEnd(null)).isSameAs(JobOptions.NONE);
        JobLabels labels = JobLabels.of("klass", List.of("tag"), OWN);
        assertThat(labels.with(OWN.withLeaseEnd(end)).sizeBytes()).isEqualTo(labels.sizeBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 16})
    void a_few_lapses_cost_nothing(int lapses) {
        JobOptions lapsed = JobOptions.NONE.withLapses(lapses);
        assertThat(lapsed.lapses()).isEqualTo(lapses);
        assertThat(JobLabels.NONE.with(lapsed).sizeBytes()).isZero();
        assertThat(lapsed.withLapses(0)).isSameAs(JobOptions.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 1000})
    void many_lapses_are_counted_too(int lapses) {
        JobOptions lapsed = JobOptions.NONE.withLapses(lapses);
        assertThat(lapsed.lapses()).isEqualTo(lapses);
        assertThat(JobLabels.NONE.with(lapsed).sizeBytes()).isPositive();
    }

    @Test
    void ties_are_counted_and_kept_when_the_job_starts_anew() {
        JobTies ties = JobTies.ofKeys(new UniqueKey("once", false, 0, Duplicate.KEEP), "tenant:7")
                .withBatch("b-17")
                .withCallback("http://localhost/")
                .withDependencies(DependencyRule.RUN, "fetch");
        JobOptions tied = JobOptions.NONE.withTies(ties);
        assertThat(tied.withLapses(2).withProgress(new Progress(3, "")).startedOver())
                .isEqualTo(tied);
        assertThat(JobLabels.NONE.with(tied).sizeBytes()).isGreaterThan(ties.sizeBytes());
        assertThat(ties.sizeBytes()).isPositive();
        assertThat(tied.withTies(JobTies.NONE)).isSameAs(JobOptions.NONE);
        assertThat(JobTies.ofKeys(null, null)).isSameAs(JobTies.NONE);
        assertThat(ties.withBatch(null)).isNotEqualTo(ties);
    }
}
