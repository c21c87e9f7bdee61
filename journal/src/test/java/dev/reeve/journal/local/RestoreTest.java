package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.SnapshotCopy;
import dev.reeve.journal.SnapshotTarget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Copies of snapshots, and data directories that are made of them. */
class RestoreTest {
    private static final String BACKUP = "backup";
    private static final int ENTRIES = 20;

    private final SimDisk disk = new SimDisk(1);
    private final List<SnapshotCopy> copies = new ArrayList<>();

    /** A journal with some entries and a published snapshot of them, and the copy of it. */
    private SteppedJournal copied() throws IOException {
        SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
        for (int i = 0; i < ENTRIES; i++) {
            stepped.append("entry " + i);
        }
        stepped.journal.copySnapshot(ENTRIES, copies::add);
        stepped.optionalFields.snapshot(stepped.journal, ENTRIES);
        stepped.settle();
        return stepped;
    }

    private byte[] bytes() throws IOException {
        SnapshotCopy copy = copies.get(0);
        ByteBuffer all = ByteBuffer.allocate((int) copy.bytes());
        while (all.hasRemaining()) {
            assertThat(copy.read(all, all.position())).isPositive();
        }
        return all.array();
    }

    private static SimDisk holding(byte[] content) {
        SimDisk disk = new SimDisk(2);
        disk.put(BACKUP, content);
        return disk;
    }

    private static List<String> entries(Disk disk) throws IOException {
        return new SteppedJournal(disk, SteppedJournal.SMALL).optionalFields.entries();
    }

    @Test
    void a_copy_becomes_a_data_directory_that_goes_on_where_it_ends() throws IOException {
        SteppedJournal original = copied();
        SimDisk restored = new SimDisk(3);
        Restore.Checked checked = Restore.run(holding(bytes()), BACKUP, restored);
        assertThat(checked.position()).isEqualTo(ENTRIES);
        assertThat(checked.bytes()).isEqualTo(copies.get(0).bytes());
        assertThat(new JournalInspection(restored).check().isSound()).isTrue();
        SteppedJournal next = new SteppedJournal(restored, SteppedJournal.SMALL);
        assertThat(next.optionalFields.entries()).isEqualTo(original.optionalFields.entries());
        assertThat(next.append("one more")).isEqualTo(ENTRIES + 1);
        next.journal.close();
        assertThat(entries(restored)).hasSize(ENTRIES + 1).endsWith("one more");
    }

    @Test
    void a_copy_stays_as_it_is_while_the_journal_goes_on() throws IOException {
        SteppedJournal stepped = copied();
        byte[] before = bytes();
        for (int i = 0; i < 2_000; i++) {
            stepped.append("more " + i);
            stepped.settle();
        }
        stepped.optionalFields.snapshot(stepped.journal, (int) stepped.journal.lastAppended());
        stepped.settle();
        assertThat(bytes()).isEqualTo(before);
        stepped.journal.close();
        assertThat(copies).hasSize(1);
    }

    @Test
    void a_copy_is_not_that_of_an_earlier_state() throws IOException {
        SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
        stepped.append("a");
        SnapshotTarget early = stepped.optionalFields.snapshot(stepped.journal, 1);
        stepped.append("b");
        stepped.journal.copySnapshot(2, copies::add);
        stepped.settle();
        assertThat(early.isDone()).isTrue();
        assertThat(copies).isEmpty();
        stepped.optionalFields.snapshot(stepped.journal, 2);
        stepped.settle();
        assertThat(copies).singleElement().extracting(SnapshotCopy::position).isEqualTo(2L);
    }

    @Test
    void who_waits_is_told_if_there_will_be_none() throws IOException {
        SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
        stepped.append("a");
        stepped.settle();
        stepped.journal.copySnapshot(1, copies::add);
        disk.failAfter(1, "snapshot");
        stepped.optionalFields.snapshot(stepped.journal, 1);
        stepped.settle();
        assertThat(stepped.failedSnapshots).isEqualTo(1);
        assertThat(copies).containsExactly((SnapshotCopy) null);

        stepped.journal.copySnapshot(1, copies::add);
        SnapshotTarget abandoned = stepped.journal.startSnapshot(1);
        stepped.settle();
        abandoned.abandon();
        stepped.settle();
        assertThat(copies).hasSize(2).containsOnlyNulls();

        stepped.journal.copySnapshot(1, copies::add);
        stepped.journal.close();
        assertThat(copies).hasSize(3).containsOnlyNulls();
    }

    @Test
    void no_part_of_a_copy_and_no_damaged_copy_is_restored() throws IOException {
        copied();
        byte[] good = bytes();
        for (int length = 0; length < good.length; length++) {
            assertRefused(Arrays.copyOf(good, length));
        }
        assertRefused(Arrays.copyOf(good, good.length + 1));
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] damaged = good.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertRefused(damaged);
        }
    }

    private static void assertRefused(byte[] content) throws IOException {
        SimDisk to = new SimDisk(3);
        assertThatThrownBy(() -> Restore.check(holding(content), BACKUP)).isInstanceOf(JournalCorruptException.class);
        assertThatThrownBy(() -> Restore.run(holding(content), BACKUP, to)).isInstanceOf(JournalCorruptException.class);
        assertThat(to.exists(Manifest.FILE)).isFalse();
    }

    @Test
    void a_directory_with_anything_in_it_is_left_alone() throws IOException {
        copied().journal.close();
        SimDisk backup = holding(bytes());
        assertThatThrownBy(() -> Restore.run(backup, BACKUP, disk)).hasMessageContaining("is not empty, it has ");
        assertThat(entries(disk)).hasSize(ENTRIES);
        SimDisk foreign = new SimDisk(3);
        foreign.put("notes.txt", new byte[] {1});
        assertThatThrownBy(() -> Restore.run(backup, BACKUP, foreign))
                .hasMessageContaining("is not empty, it has notes.txt");
        assertThat(foreign.list()).containsExactly("notes.txt");
    }

    /** A restore ends at any operation. Then the directory is complete, or another restore makes it so. */
    @Test
    void a_restore_that_ended_early_can_be_repeated() throws IOException {
        SteppedJournal original = copied();
        byte[] backup = bytes();
        int repeated = 0;
        for (int n = 1; ; n++) {
            SimDisk to = new SimDisk(n);
            to.powerOffAfter(n);
            boolean done = true;
            try {
                Restore.run(holding(backup), BACKUP, to);
            } catch (IOException e) {
                done = false;
            }
            if (n % 2 == 0) {
                to.kill();
            } else {
                to.powerCut();
            }
            if (!to.exists(Manifest.FILE)) {
                boolean isUntouched = to.list().stream().noneMatch(name -> name.endsWith(".snap"));
                if (!isUntouched) {
                    SimDisk half = to.copy();
                    assertThatThrownBy(() -> entries(half)).hasMessageContaining("is missing, but snapshot-");
                }
                assertThat(done).isFalse();
                Restore.run(holding(backup), BACKUP, to);
                repeated++;
            }
            assertThat(entries(to)).isEqualTo(original.optionalFields.entries());
            if (done) {
                break;
            }
        }
        assertThat(repeated).isGreaterThan(5);
    }
}
