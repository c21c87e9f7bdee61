package dev.reeve.door.workq;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.net.testing.JournalKind;
import dev.reeve.net.testing.TestServer;
import dev.reeve.node.ServerClock;
import dev.reeve.node.SteppedClock;
import dev.reeve.testkit.LogLines;
import dev.reeve.testkit.TestClient;
import dev.reeve.testkit.WorkqRequests;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A system clock that is years ahead for a while: what clients schedule by the true clock is accepted, and due then. */
class ClockJumpTest {
    private static final long DAY_SECONDS = 86_400;
    private static final long YEARS_MICROS = 3652 * DAY_SECONDS * 1_000_000;
    private static final long START_MICROS = 1_700_000_000_000_000L;

    @TempDir
    Path folder;

    private final LogLines log = new LogLines(ServerClock.class);
    private final SteppedClock machine = new SteppedClock(START_MICROS);

    @AfterEach
    void closeLog() {
        log.close();
    }

    private TestServer start() {
        return WorkqServer.start(
                TestServer.Options.of(JournalKind.LOCAL).in(folder).on(machine));
    }

    /** Schedules a job by the clock of the machine, and checks that it is due then and not before. */
    private void scheduleForTomorrow(TestServer server) {
        UUID id = UUID.randomUUID();
        TestClient client = server.connect();
        Instant due = Instant.ofEpochSecond(machine.wallMicros() / 1_000_000 + DAY_SECONDS);
        client.sendRaw(WorkqRequests.schedule(id, "q", "1000 60000 " + due, "x"));
        client.expect("+OK");
        server.advance(DAY_SECONDS * 1000 - 1000);
        client.sendRaw(WorkqRequests.lease(1, "q"));
        server.advance(10);
        client.expect("-TIMEOUT");
        server.advance(2000);
        client.sendRaw(WorkqRequests.lease(1, "q"));
        client.expect("+OK 1", id + " q 1", "x");
        client.sendRaw(WorkqRequests.complete(id, ""));
        client.expect("+OK");
    }

    /** Reads the clock every second. */
    private static void pass(TestServer server, int seconds) {
        for (int i = 0; i < seconds; i++) {
            server.advance(1000);
            server.ask(engine -> true);
        }
    }

    /** Adds a job, so that the time of the server is in the journal. */
    private static void add(TestServer server) {
        TestClient client = server.connect();
        client.sendRaw(WorkqRequests.add(UUID.randomUUID(), "other", 1000, 1000, "x"));
        client.expect("+OK");
    }

    @Test
    void three_seconds_ten_years_ahead_change_nothing() {
        try (TestServer server = start()) {
            add(server);
            machine.jump(YEARS_MICROS);
            pass(server, 3);
            add(server);
            machine.jump(-YEARS_MICROS);
            scheduleForTomorrow(server);
        }
        assertThat(log.told()).singleElement().asString().contains("ahead of the time that has passed");
    }

    @Test
    void a_restart_while_the_clock_is_ten_years_ahead_changes_nothing() {
        try (TestServer server = start()) {
            add(server);
            machine.jump(YEARS_MICROS);
            pass(server, 3);
            add(server);
        }
        try (TestServer server = start()) {
            add(server);
            pass(server, 3);
        }
        machine.jump(-YEARS_MICROS);
        try (TestServer server = start()) {
            scheduleForTomorrow(server);
            long ahead = server.ask(engine -> engine.atMicros() - machine.wallMicros());
            assertThat(ahead).isLessThanOrEqualTo(0);
        }
    }

    @Test
    void a_jump_that_lasted_for_minutes_refuses_nothing_when_it_is_taken_back() {
        try (TestServer server = start()) {
            add(server);
            machine.jump(YEARS_MICROS);
            pass(server, 700);
            add(server);
            machine.jump(-YEARS_MICROS);
            scheduleForTomorrow(server);
            long ahead = server.ask(engine -> engine.atMicros() - machine.wallMicros());
            assertThat(ahead).isGreaterThan(YEARS_MICROS / 2);
        }
        try (TestServer server = start()) {
            scheduleForTomorrow(server);
        }
    }

    @Test
    void a_wait_takes_as_long_as_it_was_asked_for_though_a_jump_is_followed_meanwhile() {
        try (TestServer server = start()) {
            add(server);
            machine.jump(3600L * 1_000_000);
            pass(server, 28);
            TestClient waiting = server.connect();
            waiting.sendRaw(WorkqRequests.lease(6000, "q"));
            pass(server, 4);
            assertThat(log.told()).last().asString().contains("following the system clock");
            UUID id = UUID.randomUUID();
            TestClient other = server.connect();
            other.sendRaw(WorkqRequests.add(id, "q", 1000, 60_000, "x"));
            other.expect("+OK");
            waiting.expect("+OK 1", id + " q 1", "x");
            waiting.sendRaw(WorkqRequests.lease(3000, "empty"));
            server.ask(engine -> true);
            pass(server, 4);
            waiting.expect("-TIMEOUT");
        }
    }
}
