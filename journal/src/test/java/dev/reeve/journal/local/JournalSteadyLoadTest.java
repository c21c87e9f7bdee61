package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalListener;
import dev.reeve.journal.RecoveryTarget;
import dev.reeve.journal.SnapshotTarget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many small entries and a small state: disk space is reused, and its use stays low. */
class JournalSteadyLoadTest {
    private static final int SEGMENT_BYTES = 64 << 10;
    private static final int BATCH_ENTRIES = 40;

    @ParameterizedTest
    @CsvSource({"1000, 300000", "500000, 200000"})
    void disk_use_is_bounded(int liveBytes, int entries) throws IOException {
        SimDisk disk = new SimDisk(1);
        JournalSettings settings = JournalSettings.defaults().withSegmentBytes(SEGMENT_BYTES);
        Load load = new Load(disk, settings, liveBytes);
        while (load.count < entries) {
            load.batch();
        }
        long bound = 3L * liveBytes + 4L * SEGMENT_BYTES;
        assertThat(load.mostUsedBytes).isLessThan(bound + bound / 20);
        assertThat(load.snapshots).isGreaterThan(10);
        assertThat(load.recycledSegments(disk)).isPositive();

        load.journal.close();
        Load next = new Load(disk, settings, liveBytes);
        assertThat(next.count).isEqualTo(load.count);
        assertThat(next.hash).isEqualTo(load.hash);
    }

    /** A state of fixed size: a count and a hash of all entries, and padding. */
    private static final class Load implements RecoveryTarget, JournalListener {
        private final SimDisk disk;
        private final int liveBytes;
        private final byte[] entry = new byte[60];
        final LocalJournal journal;
        long count;
        long hash;
        long mostUsedBytes;
        int snapshots;
        private long nowNanos;

        Load(SimDisk disk, JournalSettings settings, int liveBytes) throws IOException {
            this.disk = disk;
            this.liveBytes = liveBytes;
            journal = new LocalJournal(disk, settings, this, this, () -> nowNanos);
            journal.liveBytes(liveBytes);
        }

        void batch() {
            for (int i = 0; i < BATCH_ENTRIES; i++) {
                ByteBuffer.wrap(entry).putLong(0, hash ^ count);
                entry(journal.append(entry, 0, entry.length), ByteBuffer.wrap(entry));
            }
            journal.flush();
            if (journal.snapshotDue()) {
                byte[] state = new byte[liveBytes];
                ByteBuffer.wrap(state).putLong(count).putLong(hash);
                SnapshotTarget target = journal.startSnapshot(count);
                target.write(state, state.length);
                target.finish();
                snapshots++;
            }
            // A segment holds about 16 batches, and the next one has to be ready by then.
            nowNanos += 1_000_000;
            journal.writing.takeTurn();
            journal.housekeeping.takeTurn();
            mostUsedBytes = Math.max(mostUsedBytes, disk.usedBytes());
            while (journal.mayReply() < journal.lastAppended()) {
                journal.writing.takeTurn();
                journal.housekeeping.takeTurn();
            }
        }

        long recycledSegments(SimDisk used) throws IOException {
            return used.list().stream()
                    .filter(name -> name.endsWith(".seg"))
                    .map(name -> FileHeader.read(FileHeader.FileType.SEGMENT, ByteBuffer.wrap(used.content(name))))
                    .filter(header -> header != null && header.recycled())
                    .count();
        }

        @Override
        public void snapshot(long position, InputStream bytes) throws IOException {
            ByteBuffer state = ByteBuffer.wrap(bytes.readAllBytes());
            assertThat(state.remaining()).isEqualTo(liveBytes);
            count = state.getLong();
            hash = state.getLong();
            assertThat(count).isEqualTo(position);
        }

        @Override
        public void entry(long position, ByteBuffer bytes) {
            count++;
            assertThat(position).isEqualTo(count);
            hash = hash * 31 + bytes.getLong(0);
        }

        @Override
        public void advanced() {}

        @Override
        public void failed(String what, Throwable cause) {
            throw new AssertionError(what, cause);
        }
    }
}
