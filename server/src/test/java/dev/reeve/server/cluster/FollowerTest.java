package dev.reeve.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.command.PutSchedule;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.schedule.JobTemplate;
import dev.reeve.engine.schedule.MissedRuns;
import dev.reeve.engine.schedule.Overlap;
import dev.reeve.engine.schedule.ScheduleSpec;
import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import org.junit.jupiter.api.Test;

/** What a node that leads does for one that does not. */
class FollowerTest {
    private static final long MINUTE_MICROS = 60_000_000;
    private static final int RUNS = 20;

    /** The leader has heard of the schedule by an entry only, and has no caller that would wake it. */
    @Test
    void the_leader_serves_schedules_that_a_follower_was_told() {
        TestServer.Options follower = TestServer.Options.of(JournalKind.LATE).asFollower();
        try (TestServer server = new TestServer(follower)) {
            Add job = new Add(JobId.of("s"), "q", new byte[0], 0, Add.NOW, Terms.STANDARD);
            ScheduleSpec every =
                    new ScheduleSpec(null, "UTC", MINUTE_MICROS, JobTemplate.of(job), MissedRuns.ONE, Overlap.ALLOW);
            long next = server.node().clock().nowMicros() + MINUTE_MICROS;
            server.submit(new PutSchedule("s", every, next));
            assertThat(server.<Integer>ask(engine -> engine.readyCount("q"))).isZero();
            server.advance(61_000);
            assertThat(server.<Integer>ask(engine -> engine.readyCount("q"))).isOne();
        }
    }

    /** As on one machine: nobody sees that the run is free, and has not started. */
    @Test
    void a_run_that_waits_has_started_when_somebody_asks() {
        TestServer.Options follower = TestServer.Options.of(JournalKind.LATE).asFollower();
        try (TestServer server = new TestServer(follower)) {
            Add job = new Add(JobId.of("s"), "q", new byte[0], 0, Add.NOW, Terms.STANDARD);
            ScheduleSpec every =
                    new ScheduleSpec(null, "UTC", MINUTE_MICROS, JobTemplate.of(job), MissedRuns.ALL, Overlap.QUEUE);
            long next = server.node().clock().nowMicros() + MINUTE_MICROS;
            server.submit(new PutSchedule("s", every, next));
            server.advance(2 * 61_000);
            for (int run = 0; run < RUNS; run++) {
                JobId current =
                        server.ask(engine -> engine.ready("q", 0, 1).get(0).id());
                server.submit(new Delete(JobRef.of(current)));
                assertThat(server.<Integer>ask(engine -> engine.readyCount("q")))
                        .isOne();
                server.advance(61_000);
            }
        }
    }
}
