package dev.reeve.node;

import static dev.reeve.node.NodeFixture.SECOND;
import static dev.reeve.node.NodeFixture.START_MICROS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineView;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import dev.reeve.engine.schedule.ScheduleSpec;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.testkit.LogLines;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The start is 22:13:20 on 14 November 2023. */
class ScheduleTimerTest {
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private static PutSchedule every(String name, long everyMicros, MissedRuns missed) {
        return schedule(name, null, "UTC", everyMicros, missed, AddOptions.NONE);
    }

    private static PutSchedule schedule(
            String name, @Nullable String cron, String zone, long every, MissedRuns missed, AddOptions options) {
        Add job = new Add(JobId.of(name), "q", new byte[0], 0, Add.NOW, NodeFixture.WORK, options);
        ScheduleSpec spec = new ScheduleSpec(cron, zone, every, JobTemplate.of(job), missed, Overlap.ALLOW);
        return new PutSchedule(name, spec, START_MICROS + every);
    }

    private static List<String> jobs(EngineView engine) {
        return engine.ready("q", 0, 10_000).stream()
                .map(JobView::id)
                .map(JobId::toString)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void adds_jobs_as_their_times_come(boolean appliesAtCommit) {
        NodeFixture it = new NodeFixture(appliesAtCommit);
        it.submit(every("s", MINUTE, MissedRuns.ONE));
        it.settle();
        for (int second = 0; second < 150; second++) {
            it.advanceMillis(1000);
        }
        assertThat(jobs(it.engine)).containsExactly("s@2023-11-14T22:14:20Z", "s@2023-11-14T22:15:20Z");
        assertThat(it.journal.entries).hasSize(3);
    }

    @Test
    void what_was_missed_while_the_server_was_off_is_decided_once() {
        NodeFixture it = new NodeFixture(false);
        it.submit(every("one", MINUTE, MissedRuns.ONE));
        it.submit(every("all", MINUTE, MissedRuns.ALL));
        it.submit(every("skip", MINUTE, MissedRuns.SKIP));
        it.settle();
        NodeFixture later = restarted(it, HOUR + 5 * MINUTE + 30 * SECOND);
        assertThat(jobs(later.engine))
                .hasSize(1 + 65 + 1)
                .contains("one@2023-11-14T23:18:20Z", "all@2023-11-14T22:14:20Z", "skip@2023-11-14T23:18:20Z");
        NodeFixture again = restarted(later, 0);
        assertThat(jobs(again.engine)).isEqualTo(jobs(later.engine));
    }

    /** The next process, after that time. */
    private static NodeFixture restarted(NodeFixture it, long micros) {
        NodeFixture next = new NodeFixture(
                false, it.replayed(), new NodeSettings(1 << 23, 1 << 16, new SplittableRandom(8)::nextLong));
        next.journal.entries.addAll(it.journal.entries);
        next.clock.set(it.clock.nowMicros() + micros);
        next.node.start();
        next.settle();
        return next;
    }

    @Test
    void hundreds_of_missed_runs_come_in_turns() {
        NodeFixture it = new NodeFixture(false);
        for (int i = 0; i < 30; i++) {
            it.submit(every("s" + i, MINUTE, MissedRuns.ALL));
        }
        it.settle();
        it.advanceMillis(24 * HOUR / 1000);
        assertThat(jobs(it.engine)).hasSize(3000);
        assertThat(it.engine.schedules().dueCount(it.clock.nowMicros())).isZero();
    }

    @Test
    void while_the_disk_is_full_a_schedule_is_late() {
        NodeFixture it = new NodeFixture(false);
        it.submit(every("s", MINUTE, MissedRuns.ONE));
        it.settle();
        it.room(WriteAdmission.NO_GROWTH);
        it.advanceMillis(5 * MINUTE / 1000);
        assertThat(jobs(it.engine)).isEmpty();
        assertThat(it.engine.schedules().dueCount(it.clock.nowMicros())).isEqualTo(1);
        it.room(WriteAdmission.AMPLE);
        it.advanceMillis(2000);
        assertThat(jobs(it.engine)).containsExactly("s@2023-11-14T22:18:20Z");
    }

    @Test
    void a_run_that_is_refused_is_logged() {
        NodeFixture it = new NodeFixture(false);
        it.submit(schedule(
                "s", null, "UTC", MINUTE, MissedRuns.ONE, AddOptions.inDeclaredQueue(TermsPatch.NOTHING, List.of())));
        it.settle();
        try (LogLines log = new LogLines(ScheduleTimer.class)) {
            it.advanceMillis(61_000);
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .contains("schedule s: job s@2023-11-14T22:14:20Z was not added: QUEUE_NOT_FOUND");
        }
    }

    @Test
    void a_schedule_in_a_zone_that_this_machine_does_not_know_waits_for_one_that_does() {
        NodeFixture it = new NodeFixture(false);
        try (LogLines log = new LogLines(ScheduleTimer.class)) {
            it.submit(schedule("s", "@daily", "Mars/Olympus", 0, MissedRuns.ONE, AddOptions.NONE));
            it.advanceMillis(1000);
            assertThat(log.told()).singleElement().asString().contains("schedule s cannot be read");
        }
        assertThat(Objects.requireNonNull(it.engine.schedules().get("s")).nextMicros())
                .isBetween(START_MICROS + HOUR, START_MICROS + HOUR + MINUTE);
    }

    /** A node on a clock that may be wrong. */
    private static final class Wrong {
        final SteppedClock clock = new SteppedClock(START_MICROS);
        final ManualLoop loop = new ManualLoop(clock.uptime());
        final ManualJournal journal = new ManualJournal(false);
        final Engine engine = new Engine();
        final Node node = new Node(
                loop,
                clock.server(START_MICROS),
                journal,
                engine,
                new NodeSettings(1 << 23, 1 << 16, new SplittableRandom(7)::nextLong),
                (why, cause) -> {
                    throw new AssertionError(why, cause);
                });

        void pass(long seconds) {
            for (int i = 0; i < seconds; i++) {
                clock.pass(SECOND);
                node.clock().nowMicros();
                loop.turn();
            }
        }
    }

    @Test
    void a_jump_of_the_clock_that_is_held_does_not_let_schedules_run() {
        Wrong it = new Wrong();
        it.node.submit(every("s", HOUR, MissedRuns.ONE), new Recorder<>());
        it.pass(1);
        try (LogLines log = new LogLines(ServerClock.class)) {
            it.clock.jump(2 * HOUR);
            it.pass(20);
            assertThat(jobs(it.engine)).isEmpty();
            it.clock.jump(-2 * HOUR);
            it.pass(5);
            assertThat(jobs(it.engine)).isEmpty();
            it.clock.jump(2 * HOUR);
            it.pass(40);
            assertThat(jobs(it.engine)).containsExactly("s@2023-11-15T00:13:20Z");
            assertThat(log.told()).isNotEmpty();
        }
    }

    @Test
    void while_the_server_is_ahead_schedules_run_by_the_system_clock() {
        Wrong it = new Wrong();
        it.pass(1);
        try (LogLines log = new LogLines(ServerClock.class)) {
            it.clock.jump(2 * HOUR);
            it.pass(40);
            it.clock.jump(-2 * HOUR);
            it.pass(1);
            it.node.submit(every("s", MINUTE, MissedRuns.SKIP), new Recorder<>());
            it.pass(10);
            assertThat(jobs(it.engine)).isEmpty();
            it.pass(60);
            assertThat(jobs(it.engine)).containsExactly("s@2023-11-14T22:14:20Z");
            assertThat(log.told()).isNotEmpty();
        }
    }
}
