package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.server.testing.LocalServer;
import dev.reeve.testkit.DoorClient;
import dev.reeve.testkit.ServerProcess;
import dev.reeve.testkit.WorkqRequests;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** For all ordered pairs of doors: a job is added through one door, completed through the other, and read through a third. */
@Timeout(120)
class AcrossDoorsTest {
    private static final String PAYLOAD = "{\"z\": 1.50, \"a\":[true,null,\"\\u00e4\\\"\"]}";

    @TempDir
    private Path data;

    @Test
    void a_job_added_through_any_door_can_be_worked_through_any_other() throws Exception {
        try (LocalServer server = AllDoors.start(data);
                AllDoors doors = AllDoors.of(server)) {
            int pair = 0;
            for (DoorClient from : doors.all()) {
                for (DoorClient to : doors.all()) {
                    check(doors, from, to, "pair" + pair++);
                }
            }
        }
    }

    private static void check(AllDoors doors, DoorClient from, DoorClient to, String queue) throws Exception {
        String pair = from.getClass().getSimpleName() + " to " + to.getClass().getSimpleName();
        doors.ocypod().declare(queue, "{}");
        from.add(queue, PAYLOAD);
        assertThat(doors.ocypod().count(queue, "queued")).as(pair).isEqualTo(1);
        assertThat(doors.workq().ask(WorkqRequests.inspect("queue " + queue))).isEqualTo("+OK 1");
        assertThat(doors.workq().readKeys())
                .as(pair)
                .isEqualTo(Map.of("id", queue, "ready-len", "1", "scheduled-len", "0"));
        DoorClient.Taken taken = AllDoors.take(to, queue);
        assertThat(taken.payload()).as(pair).isEqualTo(PAYLOAD);
        assertThat(doors.ocypod().count(queue, "running")).as(pair).isEqualTo(1);
        assertThat(to.complete(taken)).as(pair).isTrue();
        assertThat(doors.ocypod().count(queue, "running")).as(pair).isZero();
        assertThat(doors.ocypod().count(queue, "completed")).as(pair).isEqualTo(doors.forgets(from) ? 0 : 1);
    }

    @Test
    void a_lease_is_renewed_and_a_failure_reported_by_every_protocol_that_can() throws Exception {
        try (LocalServer server = AllDoors.start(data);
                AllDoors doors = AllDoors.of(server)) {
            doors.ocypod().declare("q", "{}");
            for (DoorClient door : List.of(doors.qless(), doors.ocypod(), doors.jobber(), doors.api())) {
                door.add("q", PAYLOAD);
                DoorClient.Taken taken = AllDoors.take(door, "q");
                assertThat(door.renew(taken)).isTrue();
                assertThat(door.complete(taken)).isTrue();
                assertThat(door.renew(taken)).isFalse();
            }
            for (DoorClient door : List.of(doors.workq(), doors.qless(), doors.ocypod())) {
                door.add("q", PAYLOAD);
                DoorClient.Taken taken = AllDoors.take(door, "q");
                assertThat(door.fail(taken)).isTrue();
                assertThat(door.fail(taken)).isFalse();
            }
        }
    }

    @Test
    void what_any_door_acknowledged_is_there_after_a_kill() throws Exception {
        try (ServerProcess server = AllDoors.startProcess(data);
                AllDoors doors = AllDoors.of(server)) {
            doors.ocypod().declare("q", "{}");
            for (DoorClient door : doors.all()) {
                door.add("q", PAYLOAD);
            }
            server.kill();
        }
        try (LocalServer server = AllDoors.start(data);
                AllDoors doors = AllDoors.of(server)) {
            for (DoorClient door : doors.all()) {
                DoorClient.Taken taken = AllDoors.take(door, "q");
                assertThat(taken.payload()).isEqualTo(PAYLOAD);
                assertThat(door.complete(taken)).isTrue();
            }
            assertThat(doors.ocypod().count("q", "queued")).isZero();
        }
    }
}
