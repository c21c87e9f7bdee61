package dev.reeve.test;

import static dev.reeve.test.ReeveAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.client.Added;
import dev.reeve.client.FailForGood;
import dev.reeve.client.JobQuery;
import dev.reeve.client.JobState;
import dev.reeve.client.JobType;
import dev.reeve.client.WorkerBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests as programs write them. */
@ReeveTest
@Timeout(60)
class ReeveTestTest {
    private static final JobType<String, String> GREET =
            JobType.of("greet", String.class, String.class).queue("greetings");

    private final List<String> greeted = new ArrayList<>();

    private WorkerBuilder worker(TestReeve reeve) {
        return reeve.client().worker("greetings").handle(GREET, (name, job) -> {
            if (name.equals("nobody")) {
                throw new FailForGood("who?");
            }
            if (name.equals("late") && job.attempt() == 1) {
                throw new IllegalStateException("not yet");
            }
            greeted.add(name);
            return "hello " + name;
        });
    }

    @RepeatedTest(2)
    void a_job_with_a_delay_of_an_hour_runs_when_the_hour_has_passed(TestReeve reeve) {
        Added<String> added = reeve.client().add(GREET.with("ann").delay(Duration.ofHours(1)));
        assertThat(reeve.runAll(worker(reeve))).isZero();
        assertThat(reeve).hasJob(GREET).inState(JobState.SCHEDULED).times(1);
        reeve.clock().advance(Duration.ofHours(1));
        assertThat(reeve).hasJob(GREET).inState(JobState.READY);
        assertThat(reeve.runAll(worker(reeve))).isEqualTo(1);
        assertThat(reeve)
                .hasJob(GREET)
                .inState("completed")
                .withResult("\"hello ann\"")
                .inQueue("greetings");
        assertThat(added.result(Duration.ofSeconds(10))).isEqualTo("hello ann");
        assertThat(greeted).containsExactly("ann");
    }

    @Test
    void failures_are_seen_and_retries_come_with_time(TestReeve reeve) {
        reeve.client().addAll(List.of(GREET.with("nobody"), GREET.with("late"), GREET.with("bob")));
        assertThat(reeve.runAll(worker(reeve))).isEqualTo(3);
        assertThat(reeve)
                .hasJob(GREET)
                .inState("failed")
                .withPayload("\"nobody\"")
                .withError("dev.reeve.client.FailForGood");
        assertThat(reeve).hasJob(GREET).inState("retrying").withPayload("\"late\"");
        reeve.clock().advance(Duration.ofMinutes(1));
        assertThat(reeve.runAll(worker(reeve))).isEqualTo(1);
        assertThat(greeted).containsExactly("bob", "late");
        assertThat(reeve.jobs(new JobQuery().state("completed"))).hasSize(2);
    }

    @Test
    void every_test_has_a_server_of_its_own(TestReeve reeve) {
        assertThat(reeve).hasNoJob(GREET);
        assertThatThrownBy(() -> assertThat(reeve).hasJob(GREET))
                .hasMessage("expected a job of type greet, but there is none");
        reeve.client().add(GREET.with("eve"));
        assertThatThrownBy(() -> assertThat(reeve).hasJob(GREET).inState("failed"))
                .hasMessageStartingWith("expected a job of type greet in state failed, but there are {\"id\"");
        assertThatThrownBy(() -> assertThat(reeve).hasJob(GREET).times(2)).hasMessageStartingWith("expected 2 jobs");
        assertThatThrownBy(() -> assertThat(reeve).hasNoJob(GREET)).hasMessageStartingWith("expected no job");
        reeve.client()
                .addAll(Collections.nCopies(11, 0).stream()
                        .map(any -> GREET.with("many"))
                        .toList());
        assertThatThrownBy(() -> assertThat(reeve).hasNoJob(GREET))
                .hasMessageContaining("but there are 12, such as {")
                .hasMessageNotContaining("eve\"");
        assertThatThrownBy(() -> reeve.clock().advance(Duration.ofSeconds(-1)))
                .hasMessageContaining("does not go back");
    }
}
