package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One disk operation fails. The journal stops, or continues if the operation was housekeeping. */
class FailureTest {
    private static final int OPERATIONS = 300;

    @Test
    void no_single_failure_loses_what_was_acknowledged() throws IOException {
        int stopped = 0;
        int wentOn = 0;
        for (int n = 1; n <= OPERATIONS; n++) {
            SimDisk disk = new SimDisk(n);
            disk.failAfter(n);
            SteppedJournal stepped;
            try {
                stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("simulated");
                disk.kill();
                assertThat(new SteppedJournal(disk, SteppedJournal.SMALL).optionalFields.entries())
                        .isEmpty();
                continue;
            }
            work(stepped);
            long acknowledged = stepped.journal.mayReply();
            List<String> appended = stepped.optionalFields.entries();
            if (stepped.failures.isEmpty()) {
                assertThat(acknowledged).as("operation %s", n).isEqualTo(appended.size());
                wentOn++;
            } else {
                assertThat(stepped.failures).as("operation %s", n).hasSize(1);
                stopped++;
            }
            assertRecovers(disk, n, appended, acknowledged);
        }
        assertThat(stopped).isGreaterThan(50);
        assertThat(wentOn).isGreaterThan(50);
    }

    @Test
    void the_run_is_long_enough_for_all_of_these_failures() throws IOException {
        SimDisk disk = new SimDisk(1);
        work(new SteppedJournal(disk, SteppedJournal.SMALL));
        assertThat(disk.operations()).isGreaterThan(OPERATIONS);
    }

    /** A killed process leaves unsynced data in the page cache; the next process must not rely on it. */
    @Test
    void what_is_answered_after_a_kill_survives_a_power_cut() throws IOException {
        for (int n = 1; n <= OPERATIONS; n++) {
            SimDisk disk = new SimDisk(n);
            disk.powerOffAfter(n);
            try {
                work(new SteppedJournal(disk, SteppedJournal.SMALL));
            } catch (IOException e) {
                assertThat(disk.isOff()).isTrue();
            }
            disk.kill();
            SteppedJournal next = new SteppedJournal(disk, SteppedJournal.SMALL);
            // Housekeeping would also sync the directory, so it runs no turn until the spare segments are used.
            for (int i = 0; i < 40; i++) {
                next.append("after the kill " + i + "x".repeat(900));
                next.journal.flush();
                next.journal.writing.takeTurn();
            }
            int answered = (int) next.journal.mayReply();
            disk.powerCut();
            assertThat(new SteppedJournal(disk, SteppedJournal.SMALL).optionalFields.entries())
                    .as("operation %s", n)
                    .startsWith(
                            next.optionalFields.entries().subList(0, answered).toArray(String[]::new));
        }
    }

    @Test
    void after_a_failed_sync_nothing_is_answered_any_more() throws IOException {
        SimDisk disk = new SimDisk(1);
        SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
        stepped.append("good");
        stepped.settle();
        stepped.append("bad");
        disk.failAfter(2);
        stepped.settle();
        assertThat(stepped.failures).hasSize(1);
        stepped.append("late");
        stepped.settle();
        stepped.passMillis(10_000);
        assertThat(stepped.journal.mayReply()).isEqualTo(1);
        assertThat(stepped.failures).hasSize(1);
        stepped.journal.close();
        assertThat(stepped.journal.mayReply()).isEqualTo(1);
        disk.powerCut();
        assertThat(new SteppedJournal(disk, SteppedJournal.SMALL).optionalFields.entries())
                .startsWith("good");
    }

    private static void work(SteppedJournal stepped) {
        for (int i = 0; i < 100 && stepped.failures.isEmpty(); i++) {
            stepped.append("entry " + i + " " + "x".repeat(i % 10 * 90));
            stepped.settle();
            if (i % 30 == 29 && stepped.failures.isEmpty()) {
                stepped.optionalFields.snapshot(stepped.journal, (int) stepped.journal.mayApply());
            }
            if (i % 9 == 0) {
                stepped.passMillis(1_000);
            }
        }
        stepped.journal.close();
    }

    /** Entries found by one restart survive until the next, even if a failed sync left them in the page cache only. */
    private static void assertRecovers(SimDisk disk, int n, List<String> appended, long acknowledged)
            throws IOException {
        if (n % 2 == 0) {
            disk.kill();
        } else {
            disk.powerCut();
        }
        List<String> recovered = new SteppedJournal(disk, SteppedJournal.SMALL).optionalFields.entries();
        assertThat(recovered.size()).as("operation %s", n).isBetween((int) acknowledged, appended.size());
        assertThat(recovered).as("operation %s", n).isEqualTo(appended.subList(0, recovered.size()));
        disk.powerCut();
        assertThat(new SteppedJournal(disk, SteppedJournal.SMALL).optionalFields.entries())
                .as("operation %s, second start", n)
                .isEqualTo(recovered);
    }
}
