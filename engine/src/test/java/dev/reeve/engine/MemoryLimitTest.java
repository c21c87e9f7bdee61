package dev.reeve.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.PayloadMoves.Cold;
import dev.reeve.engine.PayloadMoves.Stored;
import dev.reeve.engine.command.Log;
import dev.reeve.engine.command.SetMemoryLimit;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessDialect;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.command.Peek;
import dev.reeve.engine.qless.command.Recur;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the engine adds without a command for it stays within the limit, and a command adds no more than it says. */
class MemoryLimitTest {
    private static final long SECOND = 1_000_000;
    private static final long START = 1_700_000_000 * SECOND;
    private static final long MEBIBYTE = 1 << 20;
    private static final CallerClock CALLER = new CallerClock(START, QlessDialect.CURRENT);
    private static final CallerClock FAR_FUTURE = new CallerClock(START + 1_000_000 * SECOND, QlessDialect.CURRENT);

    /** Short records of what happened to a job that is being finished. */
    private static final long UNCOUNTED_BYTES = 100;

    private final Engine engine = new Engine();

    private <R> R apply(Command<R> command) {
        Outcome<R> outcome = engine.apply(new Entry<>(START, 1, command), Effects.NONE);
        assertThat(outcome.rejection()).isNull();
        return outcome.reply();
    }

    private void recur(int payloadBytes) {
        apply(new Recur(
                CALLER,
                new RecurringJob(
                        JobId.of("r"), "q", "k", new byte[payloadBytes], 0, List.of(), 5, 0, 0, SECOND, START)));
    }

    @Test
    void a_poll_from_a_far_future_creates_a_bounded_number_of_bytes() {
        recur((int) MEBIBYTE);
        List<LeasedJob> first = apply(QlessCommands.pop(FAR_FUTURE, "q", "w", 10_000));
        assertThat(first).hasSizeBetween(1, 5);
        assertThat(engine.liveBytes()).isLessThan(8 * MEBIBYTE);
        List<LeasedJob> second = apply(QlessCommands.pop(FAR_FUTURE, "q", "w", 10_000));
        assertThat(second.get(0).id()).isEqualTo(JobId.of("r-" + (first.size() + 1)));
    }

    @Test
    void a_poll_from_a_far_future_creates_a_bounded_number_of_jobs() {
        recur(1);
        assertThat(apply(new Peek(FAR_FUTURE, "q", 10_000))).hasSize(1_000);
        assertThat(apply(QlessCommands.pop(FAR_FUTURE, "q", "w", 10_000))).hasSize(1_000);
        assertThat(engine.jobCount()).isEqualTo(2_000);
    }

    @Test
    void polls_create_jobs_up_to_the_limit_and_go_on_when_there_is_memory_again() {
        recur((int) MEBIBYTE);
        apply(new SetMemoryLimit(20 * MEBIBYTE));
        int leased = 0;
        for (int i = 0; i < 30; i++) {
            leased += apply(QlessCommands.pop(FAR_FUTURE, "q", "w", 5)).size();
            assertThat(engine.liveBytes()).isLessThan(20 * MEBIBYTE + 100_000);
        }
        assertThat(leased).isBetween(15, 20);
        apply(QlessCommands.cancel(FAR_FUTURE, List.of(JobId.of("r-1"))));
        assertThat(apply(QlessCommands.pop(FAR_FUTURE, "q", "w", 5))).hasSize(1);
    }

    @Test
    void when_memory_is_full_a_new_worker_and_a_new_day_are_not_recorded_but_served() {
        apply(QlessCommands.put(CALLER, JobId.of("j"), "q", "k", new byte[2]));
        apply(new SetMemoryLimit(0));
        assertThat(apply(QlessCommands.pop(CALLER, "q", "w", 1))).hasSize(1);
        assertThat(engine.state().qless().workers().seen().all().isEmpty()).isTrue();
        assertThat(engine.state().qless().statistics().all().isEmpty()).isTrue();
    }

    @Test
    void a_history_keeps_the_first_event_and_the_latest_four_mebibytes() {
        apply(QlessCommands.put(CALLER, JobId.of("j"), "q", "k", new byte[2]));
        for (int i = 0; i < 30; i++) {
            apply(new Log(CALLER, JobId.of("j"), "text " + i, new byte[(int) MEBIBYTE / 2]));
            assertThat(engine.liveBytes()).isLessThan(5 * MEBIBYTE);
        }
        Job job = engine.state().jobs().first();
        OptionalJobFields fields = job == null ? null : job.optionalFields();
        List<HistoryEvent> events =
                fields == null ? List.of() : fields.history().events();
        assertThat(events).hasSizeBetween(6, 9);
        assertThat(events.get(0).about()).isEqualTo("q");
        assertThat(events.get(events.size() - 1).about()).isEqualTo("text 29");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void no_command_adds_more_than_it_says(long seed) {
        RandomEntries entries = RandomEntries.ofAllCommands(seed, 40, 4);
        for (int step = 0; step < 4_000; step++) {
            Entry<?> entry = entries.next(engine);
            engine.apply(new Entry<>(entry.atMicros(), 0, new SetMemoryLimit(0)), Effects.NONE);
            long most = entry.command().growthBytes();
            long closer = engine.growthBytes(entry.command());
            long before = engine.liveBytes();
            engine.apply(entry, Effects.NONE);
            long added = engine.liveBytes() - before;
            String name = "seed " + seed + ", step " + step + ": " + Describe.entry(entry);
            assertThat(closer).as(name).isLessThanOrEqualTo(most);
            assertThat(added).as(name).isLessThanOrEqualTo(closer + UNCOUNTED_BYTES);
        }
    }

    /** A job whose payload is on disk takes more when it is leased, or changed otherwise. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void with_payloads_on_disk_no_command_takes_more_of_the_heap_than_it_says(long seed) {
        RandomEntries entries = RandomEntries.ofAllCommands(seed, 40, 4);
        long mostUncounted = 0;
        for (int step = 0; step < 4_000; step++) {
            Entry<?> entry = entries.next(engine);
            engine.apply(new Entry<>(entry.atMicros(), 0, new SetMemoryLimit(0)), Effects.NONE);
            moveOut();
            mostUncounted = Math.max(mostUncounted, uncountedBytes());
            long closer = engine.growthBytes(entry.command());
            long before = engine.heapBytes();
            engine.apply(entry, Effects.NONE);
            String name = "seed " + seed + ", step " + step + ": " + Describe.entry(entry);
            assertThat(engine.heapBytes() - before).as(name).isLessThanOrEqualTo(closer + UNCOUNTED_BYTES);
        }
        assertThat(mostUncounted).isPositive();
        moveIn();
        assertThat(engine.heapBytes()).isEqualTo(engine.liveBytes());
    }

    private void moveOut() {
        PayloadBlock.Writer blocks = new PayloadBlock.Writer();
        List<Cold> moved = new ArrayList<>();
        List<StoredPayload> stored = new ArrayList<>();
        for (Job job : engine.state().jobs().all()) {
            if (job.payload() instanceof byte[] payload) {
                moved.add(new Cold(job.number(), payload));
                stored.add(blocks.put(1, (int) job.number(), payload.length, StoredPayload.sumOf(payload)));
            }
        }
        blocks.end();
        for (int i = 0; i < moved.size(); i++) {
            engine.payloadMoves().left(moved.get(i), stored.get(i));
        }
        engine.payloadMoves().pack(moved, 1);
    }

    private void moveIn() {
        for (Job job : engine.state().jobs().all()) {
            if (job.payload() instanceof StoredPayload stored) {
                engine.payloadMoves().returned(new Stored(job.number(), stored), new byte[stored.length()]);
            }
        }
    }

    private long uncountedBytes() {
        return engine.state().jobs().all().stream()
                .mapToLong(Job::uncountedBytes)
                .sum();
    }
}
