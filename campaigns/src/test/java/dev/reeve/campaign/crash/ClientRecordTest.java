package dev.reeve.campaign.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.campaign.crash.JobRecord.Look;
import dev.reeve.testkit.Violation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the verifier of the crash tests accepts and what it does not. */
class ClientRecordTest {
    private static final Look LOOK = new Look(10, 10);

    private final ClientRecord record = new ClientRecord("q", 0);
    private final JobRecord job = record.newJob("id", new JobRecord.Order("payload", 1_000_000, 2, 0));

    ClientRecordTest() {
        acknowledge(step(CrashStep.Kind.ADD, ""));
    }

    @Test
    void an_acknowledged_change_that_is_missing_is_noticed() {
        acknowledge(step(CrashStep.Kind.FAIL, "one"));
        record.lostConnection(0);
        assertViolation(found(Seen.Phase.WAITING, 0, null));
    }

    @Test
    void a_change_that_was_made_twice_is_noticed() {
        acknowledge(step(CrashStep.Kind.FAIL, "one"));
        record.lostConnection(0);
        assertViolation(found(Seen.Phase.FAILED, 2, "one"));
    }

    @Test
    void pending_steps_take_effect_in_order() {
        record.asks(step(CrashStep.Kind.COMPLETE, "one"));
        record.asks(step(CrashStep.Kind.COMPLETE, "two"));
        record.lostConnection(0);
        assertViolation(found(Seen.Phase.COMPLETED, 0, "two"));
        record.found(job, found(Seen.Phase.COMPLETED, 0, "one"), LOOK);
        assertThat(job.fate().result()).isEqualTo("one");
    }

    @Test
    void a_refused_step_leaves_the_job_to_the_next_one() {
        refuse(step(CrashStep.Kind.COMPLETE, "one"));
        record.asks(step(CrashStep.Kind.COMPLETE, "two"));
        record.lostConnection(0);
        record.found(job, found(Seen.Phase.COMPLETED, 0, "two"), LOOK);
        assertThat(job.fate().result()).isEqualTo("two");
    }

    @Test
    void a_refused_step_that_took_effect_is_noticed() {
        refuse(step(CrashStep.Kind.COMPLETE, "one"));
        record.lostConnection(0);
        assertViolation(found(Seen.Phase.COMPLETED, 0, "one"));
    }

    /** Of two equal steps one is refused. */
    @Test
    void a_refusal_is_about_one_step_only() {
        refuse(step(CrashStep.Kind.FAIL, "one"));
        record.asks(step(CrashStep.Kind.FAIL, "one"));
        record.lostConnection(0);
        assertViolation(found(Seen.Phase.FAILED, 2, "one"));
        record.found(job, found(Seen.Phase.WAITING, 1, null), LOOK);
        assertThat(job.fate().fails()).isEqualTo(1);
    }

    private CrashStep step(CrashStep.Kind kind, String result) {
        return new CrashStep(kind, job, result, 1);
    }

    private void acknowledge(CrashStep step) {
        record.asks(step);
        record.answered(CrashAnswer.of(CrashAnswer.Kind.OK), 1);
    }

    private void refuse(CrashStep step) {
        record.asks(step);
        record.notCarriedOut(step);
    }

    private static Seen found(Seen.Phase phase, int fails, @Nullable String result) {
        return new Seen(phase, "q", "payload", 0, fails, result);
    }

    private void assertViolation(Seen seen) {
        assertThatThrownBy(() -> record.found(job, seen, LOOK))
                .isInstanceOf(Violation.class)
                .hasMessageContaining("no such fate");
    }
}
