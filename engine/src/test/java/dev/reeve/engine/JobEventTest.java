package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.QlessEvent;
import dev.reeve.engine.qless.command.Retry;
import dev.reeve.engine.qless.command.Unfail;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is told for counting, and with which lengths of time. */
class JobEventTest {
    private static final long SECOND = 1_000_000;
    private static final long START = 1_700_000_000 * SECOND;
    private static final byte[] NOTHING = new byte[0];

    private final Engine engine = new Engine();
    private final List<String> told = new ArrayList<>();
    private long at = START;

    private final Effects effects = new Effects() {
        @Override
        public void jobEvent(String queue, JobEventType type, long micros) {
            told.add(queue + " " + type + (micros == UNKNOWN_DURATION ? "" : " " + micros / SECOND + "s"));
        }

        @Override
        public void becameReady(String queue) {}

        @Override
        public void ended(long number, JobId id, EndReason how, byte @Nullable [] result, @Nullable JobError error) {}

        @Override
        public void qlessEvent(QlessEvent event) {}
    };

    private <R> Outcome<R> apply(Command<R> command) {
        return engine.apply(new Entry<>(at, 1, command), effects);
    }

    private void pass(int seconds) {
        at += seconds * SECOND;
    }

    private void add(int id, long ttl, RetryPolicy retry) {
        Terms terms = new Terms(10 * SECOND, 0, ttl, Terms.FOREVER, Terms.BACKGROUND, retry);
        apply(new Add(id(id), "q", NOTHING, 0, Add.NOW, terms));
    }

    private void lease() {
        apply(new Acquire(List.of("q"), null, 1, 0));
    }

    private static JobId id(int number) {
        return JobId.ofUuid(0, number);
    }

    private static JobRef ref(int number) {
        return JobRef.of(id(number));
    }

    @Test
    void a_job_waits_runs_and_is_completed() {
        add(1, Terms.FOREVER, RetryPolicy.UNTIL_FAILED);
        pass(3);
        lease();
        pass(2);
        apply(new Complete(ref(1), Claim.NONE, NOTHING));
        assertThat(told).containsExactly("q ADDED", "q LEASED 3s", "q COMPLETED 2s");
    }

    @Test
    void the_wait_of_a_scheduled_job_begins_when_it_is_due() {
        Terms terms =
                new Terms(10 * SECOND, 0, Terms.FOREVER, Terms.FOREVER, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        apply(new Add(id(1), "q", NOTHING, 0, at + 60 * SECOND, terms));
        pass(64);
        apply(new Tick());
        lease();
        assertThat(told).containsExactly("q ADDED", "q LEASED 4s");
    }

    @Test
    void only_the_first_lease_tells_a_wait() {
        add(1, Terms.FOREVER, new RetryPolicy(RetryPolicy.Rule.RETRIES, 0, 0, 2, List.of()));
        pass(1);
        lease();
        pass(5);
        apply(new Fail(ref(1), Claim.NONE, NOTHING));
        pass(1);
        lease();
        pass(10);
        apply(new Tick());
        lease();
        assertThat(told)
                .containsExactly(
                        "q ADDED",
                        "q LEASED 1s",
                        "q FAILED 5s",
                        "q RETRIED",
                        "q LEASED",
                        "q TIMED_OUT",
                        "q RETRIED",
                        "q LEASED");
    }

    @Test
    void jobs_go_without_an_end_of_their_own() {
        add(1, 5 * SECOND, RetryPolicy.UNTIL_FAILED);
        add(2, Terms.FOREVER, RetryPolicy.UNTIL_FAILED);
        add(3, Terms.FOREVER, RetryPolicy.UNTIL_FAILED);
        told.clear();
        apply(new Delete(ref(2)));
        apply(new Cancel(List.of(ref(3)), Claim.NONE, null, false, null));
        apply(new Requeue(ref(3), Claim.NONE));
        pass(5);
        apply(new Tick());
        assertThat(told).containsExactly("q DELETED", "q CANCELLED", "q RETRIED", "q EXPIRED");
    }

    @Test
    void what_was_refused_or_had_ended_is_not_counted() {
        add(1, Terms.FOREVER, RetryPolicy.UNTIL_FAILED);
        lease();
        apply(new Complete(ref(1), Claim.NONE, NOTHING));
        told.clear();
        apply(new Complete(ref(1), Claim.NONE, NOTHING));
        apply(new Delete(ref(1)));
        lease();
        assertThat(told).isEmpty();
    }

    @Test
    void a_job_that_moves_on_is_counted_in_both_queues_by_its_callers_clock() {
        put("a");
        told.clear();
        pop(4);
        Complete next = QlessCommands.completeAndMove(caller(9), id(1), "w", json("{}"), "r");
        apply(next);
        apply(QlessCommands.cancel(caller(9), List.of(id(1))));
        assertThat(told).containsExactly("q LEASED 4s", "q COMPLETED 5s", "r ADDED", "r CANCELLED");
    }

    @Test
    void a_job_of_a_caller_with_a_clock_is_taken_back_in_three_ways() {
        put("a");
        pop(1);
        apply(new Retry(caller(3), id(1), "q", "w", 0, null, null));
        pop(4);
        apply(QlessCommands.timeout(caller(5), id(1)));
        pop(6);
        pop(70);
        assertThat(told).as("so far its worker is warned only").hasSize(7);
        pop(81);
        assertThat(told)
                .containsExactly(
                        "q ADDED",
                        "q LEASED 1s",
                        "q RETRIED",
                        "q LEASED",
                        "q TIMED_OUT",
                        "q RETRIED",
                        "q LEASED",
                        "q TIMED_OUT",
                        "q RETRIED",
                        "q LEASED");
    }

    @Test
    void a_job_that_was_given_up_is_brought_back_and_put_anew() {
        put("a");
        pop(1);
        apply(QlessCommands.fail(caller(3), id(1), "w", "group", "message"));
        apply(new Unfail(caller(4), "q", "group", 1));
        put("b");
        assertThat(told).containsExactly("q ADDED", "q LEASED 1s", "q FAILED 2s", "q RETRIED", "q ADDED");
    }

    private void pop(int seconds) {
        apply(QlessCommands.pop(caller(seconds), "q", "w", 1));
    }

    private CallerClock caller(int seconds) {
        return new CallerClock(START + seconds * SECOND, QlessDialect.CURRENT);
    }

    private void put(String klass) {
        apply(QlessCommands.put(caller(0), id(1), "q", klass, json("{}")));
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
