package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.WriteAdmission;
import dev.reeve.testkit.LogLines;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

/**
 * The disk fills up: commands that add data are refused first, then every write. Nothing stops, and it recovers without
 * help.
 */
class JournalDiskFullTest {
    private static final int SEGMENT_BYTES = 64 << 10;
    private static final JournalSettings SETTINGS = JournalSettings.defaults().withSegmentBytes(SEGMENT_BYTES);

    private final SimDisk disk = new SimDisk(1);
    private long liveBytes;

    @Test
    void growth_is_refused_while_the_freeing_snapshot_might_not_fit() throws IOException {
        SteppedJournal stepped = openWithQuota(10);
        growUntilRefused(stepped);
        assertThat(stepped.journal.room()).isEqualTo(WriteAdmission.NO_GROWTH);
        assertThat(disk.freeBytes()).isLessThan(liveBytes + 2 * SEGMENT_BYTES).isGreaterThanOrEqualTo(liveBytes);
        shrink(stepped, 100);
        assertThat(stepped.journal.room()).isEqualTo(WriteAdmission.NO_GROWTH);
        assertAllAnswered(stepped);
    }

    @Test
    void every_write_is_refused_when_the_prepared_room_is_used_up() throws IOException {
        SteppedJournal stepped = openWithQuota(10);
        growUntilRefused(stepped);
        writeUntilRefused(stepped);
        assertAllAnswered(stepped);
        assertThat(disk.freeBytes()).as("left for the snapshot").isGreaterThanOrEqualTo(liveBytes);

        disk.quota(30L * SEGMENT_BYTES);
        int advances = stepped.advances;
        stepped.passMillis(2_000);
        assertThat(stepped.journal.room()).isEqualTo(WriteAdmission.AMPLE);
        assertThat(stepped.advances).isGreaterThan(advances);
    }

    @Test
    void a_snapshot_of_what_is_left_frees_the_space() throws IOException {
        SteppedJournal stepped = openWithQuota(10);
        growUntilRefused(stepped);
        writeUntilRefused(stepped);
        assertThat(stepped.journal.snapshotDue()).isTrue();
        tell(stepped, 1_000);
        snapshotOf(stepped, 1_000);
        stepped.passMillis(2_000);
        assertThat(stepped.journal.room()).isEqualTo(WriteAdmission.AMPLE);
        stepped.append("and on");
        stepped.settle();
        assertAllAnswered(stepped);
    }

    @Test
    void the_live_segment_becomes_its_own_successor_when_there_is_no_space_for_another() throws IOException {
        disk.quota(SEGMENT_BYTES + 30_000);
        SteppedJournal stepped = new SteppedJournal(disk, SETTINGS);
        tell(stepped, 10_000);
        stepped.settle();
        writeUntilRefused(stepped);
        for (int i = 0; i < 3; i++) {
            assertThat(stepped.journal.snapshotDue()).isTrue();
            snapshotOf(stepped, 10_000);
            stepped.passMillis(2_000);
            assertThat(stepped.journal.room()).isEqualTo(WriteAdmission.NO_GROWTH);
            writeUntilRefused(stepped);
        }
        assertAllAnswered(stepped);
    }

    @Test
    void entries_beyond_the_prepared_room_wait_for_space() throws IOException {
        SteppedJournal stepped = fillCompletely();
        long answered = stepped.journal.mayReply();
        assertThat(answered).isLessThan(stepped.journal.lastAppended());
        stepped.passMillis(5_000);
        assertThat(stepped.journal.mayReply()).isEqualTo(answered);
        assertThat(stepped.failures).isEmpty();
        assertThat(stepped.journal.busyNanos())
                .as("the batch waits, and so do its clients")
                .isGreaterThanOrEqualTo(5_000_000_000L);
        disk.quota(100L * SEGMENT_BYTES);
        stepped.passMillis(2_000);
        assertAllAnswered(stepped);
        assertThat(stepped.journal.busyNanos()).isZero();
    }

    @Test
    void closing_without_space_ends_with_what_was_answered() throws IOException {
        SteppedJournal stepped = fillCompletely();
        long answered = stepped.journal.mayReply();
        stepped.journal.close();
        assertThat(stepped.failures).hasSize(1).first().asString().contains("no disk space");
        SteppedJournal next = new SteppedJournal(disk, SETTINGS);
        assertThat(next.journal.lastAppended()).isEqualTo(answered);
    }

    @Test
    void a_segment_that_cannot_be_renamed_is_no_lack_of_space() throws IOException {
        SteppedJournal stepped = openWithQuota(100);
        tell(stepped, 1_000);
        disk.failAfter(1, OrphanFiles.SEGMENT_TEMPORARY + " journal");
        try (LogLines log = new LogLines(DiskSpaceRule.class)) {
            for (int i = 0; i < 1000 && stepped.journal.room() == WriteAdmission.AMPLE; i++) {
                stepped.append("x".repeat(1_000));
                stepped.passMillis(100);
            }
            assertThat(stepped.journal.room()).isEqualTo(WriteAdmission.NO_GROWTH);
            assertThat(stepped.journal.hasFault()).isTrue();
            stepped.passMillis(2_000);
            assertThat(stepped.journal.room()).isEqualTo(WriteAdmission.AMPLE);
            assertThat(stepped.journal.hasFault()).isFalse();
            assertThat(log.told())
                    .singleElement()
                    .asString()
                    .contains("no segment can be prepared", "simulated failure of rename");
        }
    }

    @Test
    void a_full_disk_is_a_lack_of_space() throws IOException {
        SteppedJournal stepped = openWithQuota(10);
        growUntilRefused(stepped);
        assertThat(stepped.journal.hasFault()).isFalse();
        assertThat(DiskSpaceRule.isLackOfSpace(new IOException("No space left on device")))
                .isTrue();
        assertThat(DiskSpaceRule.isLackOfSpace(new FileSystemException("a", null, "Disk quota exceeded")))
                .isTrue();
        assertThat(DiskSpaceRule.isLackOfSpace(new FileSystemException("a", null, "Too many open files")))
                .isFalse();
        assertThat(DiskSpaceRule.isLackOfSpace(new AccessDeniedException("a"))).isFalse();
    }

    @Test
    void a_snapshot_that_fails_is_due_again_after_a_pause() throws IOException {
        SteppedJournal stepped = openWithQuota(100);
        for (int i = 0; i < 100; i++) {
            stepped.append("x".repeat(1_000));
            stepped.settle();
        }
        assertThat(stepped.journal.snapshotDue()).isTrue();
        disk.failAfter(2, "snapshot.tmp");
        SnapshotTarget failing = snapshotOf(stepped, 1_000);
        assertThat(failing.isDone()).isTrue();
        assertThat(stepped.failedSnapshots).isEqualTo(1);
        assertThat(disk.list()).doesNotContain("snapshot.tmp");
        assertThat(stepped.journal.snapshotDue()).isFalse();
        stepped.passMillis(1_000);
        assertThat(stepped.journal.snapshotDue()).isTrue();
        assertThat(snapshotOf(stepped, 1_000).isDone()).isTrue();
        assertThat(stepped.failedSnapshots).isEqualTo(1);
        assertThat(stepped.failures).isEmpty();
    }

    @Test
    void a_full_disk_can_be_opened() throws IOException {
        SteppedJournal stepped = openWithQuota(10);
        growUntilRefused(stepped);
        writeUntilRefused(stepped);
        disk.kill();
        disk.quota(disk.usedBytes());
        SteppedJournal next = new SteppedJournal(disk, SETTINGS);
        next.journal.liveBytes(liveBytes);
        next.settle();
        assertThat(next.journal.room()).isEqualTo(WriteAdmission.NONE);
        assertThat(next.optionalFields.entries()).isEqualTo(stepped.optionalFields.entries());
    }

    private SteppedJournal openWithQuota(int segments) throws IOException {
        disk.quota((long) segments * SEGMENT_BYTES);
        return new SteppedJournal(disk, SETTINGS);
    }

    private void tell(SteppedJournal stepped, long bytes) {
        liveBytes = bytes;
        stepped.journal.liveBytes(bytes);
    }

    private void growUntilRefused(SteppedJournal stepped) {
        while (stepped.journal.room() == WriteAdmission.AMPLE) {
            stepped.append("x".repeat(1_000));
            tell(stepped, liveBytes + 1_000);
            stepped.passMillis(100);
        }
    }

    private void shrink(SteppedJournal stepped, int count) {
        for (int i = 0; i < count && stepped.journal.room() != WriteAdmission.NONE; i++) {
            stepped.append("done");
            tell(stepped, liveBytes - 10);
            stepped.passMillis(100);
        }
    }

    private static void writeUntilRefused(SteppedJournal stepped) {
        while (stepped.journal.room() != WriteAdmission.NONE) {
            stepped.append("y".repeat(500));
            stepped.passMillis(100);
        }
    }

    private SteppedJournal fillCompletely() throws IOException {
        SteppedJournal stepped = openWithQuota(5);
        tell(stepped, SEGMENT_BYTES);
        for (int i = 0; i < 400; i++) {
            stepped.append("z".repeat(1_000));
            stepped.passMillis(10);
        }
        assertThat(stepped.journal.room()).isEqualTo(WriteAdmission.NONE);
        return stepped;
    }

    /** A snapshot with arbitrary content: these tests check disk space only. */
    private static SnapshotTarget snapshotOf(SteppedJournal stepped, int bytes) {
        SnapshotTarget target = stepped.journal.startSnapshot(stepped.journal.lastAppended());
        target.write(new byte[bytes], bytes);
        target.finish();
        stepped.settle();
        return target;
    }

    private static void assertAllAnswered(SteppedJournal stepped) {
        assertThat(stepped.failures).isEmpty();
        assertThat(stepped.journal.mayReply()).isEqualTo(stepped.journal.lastAppended());
    }
}
