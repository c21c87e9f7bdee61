package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Cancel;
import dev.reeve.engine.command.Clear;
import dev.reeve.engine.command.Complete;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.command.Pause;
import dev.reeve.engine.command.Renew;
import dev.reeve.engine.command.Requeue;
import dev.reeve.engine.command.Tick;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Progress;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.command.Retry;
import dev.reeve.engine.qless.command.Unfail;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What those who listen are told. */
class EventTest {
    private static final long SECOND = 1_000_000;
    private static final byte[] NOTHING = new byte[0];
    private static final byte[] JSON = {'{', '}'};

    private final Engine engine = new Engine();
    private final List<Event> told = new ArrayList<>();
    private boolean listening = true;
    private long at = 1_700_000_000 * SECOND;

    private final Effects effects = new Effects() {
        @Override
        public void happened(Event event) {
            assertThat(listening).as("somebody listens").isTrue();
            told.add(event);
        }

        @Override
        public void becameReady(String queue) {}

        @Override
        public void ended(long number, JobId id, EndReason how, byte @Nullable [] result, @Nullable JobError error) {}
    };

    private <R> Outcome<R> apply(Command<R> command) {
        return engine.apply(new Entry<>(at, 1, command), effects, listening);
    }

    private void add(String id, RetryPolicy retry) {
        Terms terms = new Terms(10 * SECOND, 0, Terms.FOREVER, 60 * SECOND, Terms.BACKGROUND, retry);
        apply(new Add(JobId.of(id), "q", NOTHING, 0, Add.NOW, terms));
    }

    private void lease() {
        apply(new Acquire(List.of("q"), "w", 1, 0));
    }

    private static JobRef ref(String id) {
        return JobRef.of(JobId.of(id));
    }

    /** The events since the last call. */
    private List<String> take() {
        List<String> lines = new ArrayList<>();
        for (Event event : told) {
            Event.Subject job = event.job();
            lines.add((event.type() + " " + event.queue()
                            + (job == null ? "" : " " + job.id() + " " + job.attempt())
                            + (event.about() == null ? "" : " " + event.about())
                            + (event.progress() == null
                                    ? ""
                                    : " " + event.progress().percent()))
                    .strip());
        }
        told.clear();
        return lines;
    }

    @Test
    void the_life_of_a_job_is_told() {
        add("a", new RetryPolicy(RetryPolicy.Rule.RETRIES, 0, 0, 2, List.of()));
        lease();
        apply(new Renew(ref("a"), Claim.NONE, SECOND));
        apply(Renew.with(ref("a"), Claim.NONE, SECOND, new Progress(40, "rendering")));
        apply(new Fail(ref("a"), Claim.NONE, NOTHING));
        lease();
        assertThat(take())
                .containsExactly(
                        "JOB_ADDED q a 0",
                        "JOB_LEASED q a 1 w",
                        "JOB_PROGRESS q a 1 40",
                        "JOB_RETRYING q a 1",
                        "JOB_LEASED q a 2 w");
        at += 10 * SECOND;
        apply(new Tick());
        lease();
        assertThat(take()).containsExactly("JOB_RETRYING q a 2 reeve:worker-lost", "JOB_LEASED q a 3 w");
        at += 10 * SECOND;
        apply(new Tick());
        apply(new Requeue(ref("a"), Claim.NONE));
        lease();
        apply(Cancel.request(ref("a"), false, null, null));
        apply(Cancel.request(ref("a"), false, null, null));
        apply(new Fail(ref("a"), Claim.NONE, NOTHING));
        assertThat(take())
                .containsExactly(
                        "JOB_TIMED_OUT q a 3",
                        "JOB_RETRYING q a 3",
                        "JOB_LEASED q a 4 w",
                        "JOB_CANCEL_REQUESTED q a 4",
                        "JOB_CANCELLED q a 4");
        at += 60 * SECOND;
        apply(new Tick());
        assertThat(take()).containsExactly("JOB_REMOVED q a 4");
    }

    @Test
    void a_job_that_is_not_kept_ends_and_is_removed() {
        Terms terms = new Terms(10 * SECOND, 0, Terms.FOREVER, 0, Terms.BACKGROUND, RetryPolicy.UNTIL_FAILED);
        apply(new Add(JobId.of("a"), "q", NOTHING, 0, Add.NOW, terms));
        lease();
        take();
        apply(new Complete(ref("a"), Claim.NONE, NOTHING));
        assertThat(take()).containsExactly("JOB_COMPLETED q a 1", "JOB_REMOVED q a 1");
    }

    @Test
    void an_event_tells_the_type_of_an_error_and_the_kind_of_the_job() {
        add("a", RetryPolicy.UNTIL_FAILED);
        lease();
        take();
        apply(Fail.with(ref("a"), Claim.NONE, new JobError("SMTPException", "450 busy", "at", 0), RetryChoice.POLICY));
        Event failed = told.get(0);
        assertThat(failed.type()).isEqualTo(EventType.JOB_FAILED);
        assertThat(failed.about()).isEqualTo("SMTPException");
        assertThat(failed.atMicros()).isEqualTo(at);
        assertThat(failed.job()).isEqualTo(new Event.Subject(JobId.of("a"), 1, "q", 1, at));
    }

    @Test
    void queues_are_paused_and_resumed_once() {
        add("a", RetryPolicy.UNTIL_FAILED);
        take();
        for (boolean paused : new boolean[] {true, true, false, false}) {
            apply(new Pause(List.of("q"), paused, false));
        }
        assertThat(take()).containsExactly("QUEUE_PAUSED q", "QUEUE_RESUMED q");
    }

    @Test
    void what_is_removed_at_once_is_one_event() {
        add("a", RetryPolicy.UNTIL_FAILED);
        add("b", RetryPolicy.UNTIL_FAILED);
        apply(new Delete(ref("a")));
        take();
        apply(new Clear());
        assertThat(take()).containsExactly("ALL_REMOVED");
    }

    @Test
    void a_caller_with_a_clock_completes_moves_cancels() {
        CallerClock now = new CallerClock(at, QlessDialect.CURRENT);
        apply(QlessCommands.put(now, JobId.of("a"), "q", "klass", JSON));
        apply(QlessCommands.pop(now, "q", "w", 1));
        apply(QlessCommands.completeAndMove(now, JobId.of("a"), "w", JSON, "r"));
        apply(QlessCommands.cancel(now, List.of(JobId.of("a"))));
        assertThat(take())
                .containsExactly(
                        "JOB_ADDED q a 0",
                        "JOB_LEASED q a 1 w",
                        "JOB_COMPLETED q a 1",
                        "JOB_ADDED r a 1",
                        "JOB_CANCELLED r a 1",
                        "JOB_REMOVED r a 1");
    }

    @Test
    void a_job_of_a_caller_with_a_clock_is_taken_back_in_three_ways() {
        apply(QlessCommands.put(caller(0), JobId.of("a"), "q", "klass", JSON));
        pop(1);
        apply(new Retry(caller(3), JobId.of("a"), "q", "w", 0, null, null));
        pop(4);
        apply(QlessCommands.timeout(caller(5), JobId.of("a")));
        pop(6);
        pop(70);
        pop(81);
        assertThat(take())
                .containsExactly(
                        "JOB_ADDED q a 0",
                        "JOB_LEASED q a 1 w",
                        "JOB_RETRYING q a 1",
                        "JOB_LEASED q a 2 w",
                        "JOB_RETRYING q a 2 reeve:worker-lost",
                        "JOB_LEASED q a 3 w",
                        "JOB_RETRYING q a 3 reeve:worker-lost",
                        "JOB_LEASED q a 4 w");
        apply(QlessCommands.fail(caller(82), JobId.of("a"), "w", "group", "message"));
        apply(new Unfail(caller(83), "q", "group", 1));
        apply(QlessCommands.put(caller(84), JobId.of("a"), "r", "klass", JSON));
        assertThat(take()).containsExactly("JOB_FAILED q a 4", "JOB_RETRYING q a 4", "JOB_ADDED r a 4");
    }

    private CallerClock caller(int seconds) {
        return new CallerClock(at + seconds * SECOND, QlessDialect.CURRENT);
    }

    private void pop(int seconds) {
        apply(QlessCommands.pop(caller(seconds), "q", "w", 1));
    }

    @Test
    void nothing_is_told_if_nobody_listens() {
        listening = false;
        add("a", RetryPolicy.UNTIL_FAILED);
        lease();
        apply(new Complete(ref("a"), Claim.NONE, NOTHING));
        apply(new Clear());
        assertThat(told).isEmpty();
    }

    /** Who follows the events knows which jobs there are, how they ended and which wait for a retry. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void events_tell_what_happens_by_all_commands(long seed) {
        RandomEntries entries = RandomEntries.ofAllCommands(seed, 24, 3);
        Map<Long, EventType> known = new TreeMap<>();
        for (int i = 0; i < 5_000; i++) {
            Entry<?> entry = entries.next(engine);
            engine.apply(entry, effects, true);
            told.forEach(event -> follow(event, known));
            told.clear();
            Set<Long> jobs = new TreeSet<>();
            for (var job : engine.state().jobs().all()) {
                jobs.add(job.number());
                check(seed + "/" + i + " " + entry.command(), job.state(), known.get(job.number()));
            }
            assertThat(known.keySet())
                    .as(seed + "/" + i + " " + entry.command())
                    .isEqualTo(jobs);
        }
    }

    private static void follow(Event event, Map<Long, EventType> known) {
        Event.Subject job = event.job();
        switch (event.type()) {
            case ALL_REMOVED -> known.clear();
            case JOB_REMOVED -> known.remove(job == null ? 0 : job.number());
            case JOB_PROGRESS, JOB_CANCEL_REQUESTED, QUEUE_PAUSED, QUEUE_RESUMED -> {}
            default -> known.put(job == null ? 0 : job.number(), event.type());
        }
    }

    private static void check(String what, State state, @Nullable EventType last) {
        switch (state) {
            case COMPLETED -> assertThat(last).as(what).isEqualTo(EventType.JOB_COMPLETED);
            case FAILED -> assertThat(last).as(what).isEqualTo(EventType.JOB_FAILED);
            case TIMED_OUT -> assertThat(last).as(what).isEqualTo(EventType.JOB_TIMED_OUT);
            case CANCELLED -> assertThat(last).as(what).isEqualTo(EventType.JOB_CANCELLED);
            case RETRYING -> assertThat(last).as(what).isEqualTo(EventType.JOB_RETRYING);
            // The lease of a job on a caller's clock may be over although the job is not leased anew.
            case LEASED -> assertThat(last).as(what).isIn(EventType.JOB_LEASED, EventType.JOB_RETRYING);
            default ->
                assertThat(last).as(what).isIn(EventType.JOB_ADDED, EventType.JOB_RETRYING, EventType.JOB_LEASED);
        }
    }
}
