package dev.reeve.server.across;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.testkit.ServerProcess;
import java.nio.file.Path;
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
        try (ServerProcess server = AllDoors.start(data);
                AllDoors doors = AllDoors.of(server)) {
            int pair = 0;
            for (DoorSide from : doors.all()) {
                for (DoorSide to : doors.all()) {
                    check(doors, from, to, "pair" + pair++);
                }
            }
        }
    }

    private static void check(AllDoors doors, DoorSide from, DoorSide to, String queue) throws Exception {
        String pair = from.getClass().getSimpleName() + " to " + to.getClass().getSimpleName();
        doors.ocypod().declare(queue);
        from.add(queue, PAYLOAD);
        assertThat(doors.ocypod().count(queue, "queued")).as(pair).isEqualTo(1);
        assertThat(doors.workq().counts(queue)).as(pair).isEqualTo("ready-len 1, scheduled-len 0");
        DoorSide.Taken taken = to.take(queue);
        assertThat(taken.payload()).as(pair).isEqualTo(PAYLOAD);
        assertThat(doors.ocypod().count(queue, "running")).as(pair).isEqualTo(1);
        to.finish(taken);
        assertThat(doors.ocypod().count(queue, "running")).as(pair).isZero();
        assertThat(doors.ocypod().count(queue, "completed")).as(pair).isEqualTo(doors.forgets(from) ? 0 : 1);
    }

    @Test
    void what_any_door_acknowledged_is_there_after_a_kill() throws Exception {
        try (ServerProcess server = AllDoors.start(data);
                AllDoors doors = AllDoors.of(server)) {
            doors.ocypod().declare("q");
            for (DoorSide door : doors.all()) {
                door.add("q", PAYLOAD);
            }
            server.kill();
        }
        try (ServerProcess server = AllDoors.start(data);
                AllDoors doors = AllDoors.of(server)) {
            for (DoorSide door : doors.all()) {
                DoorSide.Taken taken = door.take("q");
                assertThat(taken.payload()).isEqualTo(PAYLOAD);
                door.finish(taken);
            }
            assertThat(doors.ocypod().count("q", "queued")).isZero();
        }
    }
}
