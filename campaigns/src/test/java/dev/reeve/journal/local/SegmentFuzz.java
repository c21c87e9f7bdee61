package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.RecoveryTarget;
import dev.reeve.journal.local.Manifest.SegmentInfo;
import dev.reeve.testkit.Allocation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Fuzz target: the batches of a segment, after a byte that selects corrected checksums and a recycled segment. The
 * directory is rejected with file and offset, or opens with exactly the entries of a dump, and has the same entries
 * after it is closed.
 */
public final class SegmentFuzz {
    private static final String SEGMENT = Manifest.segmentName(1);
    private static final int STAMPED = 1;
    private static final int RECYCLED = 2;

    private SegmentFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        if (input.length == 0) {
            return;
        }
        SimDisk disk = disk(input);
        Allocation.check(input, 512 * 1024, 256, () -> new JournalInspection(disk).check());
        JournalInspection.Report report = new JournalInspection(disk).check();
        Opened opened = new Opened();
        try {
            open(disk.copy(), opened).close();
        } catch (JournalCorruptException refused) {
            assertThat(refused.file()).contains("journal-");
            assertThat(refused.offset()).isBetween(0L, (long) StampedFiles.SEGMENT_BYTES);
            assertThat(report.problems()).isNotEmpty();
            return;
        }
        assertThat(report.problems()).isEmpty();
        assertThat(opened.entries).isEqualTo(dump(disk));
        SimDisk reopened = disk.copy();
        open(reopened, new Opened()).close();
        assertThat(new JournalInspection(reopened).check().problems()).isEmpty();
        assertThat(dump(reopened)).isEqualTo(opened.entries);
    }

    private static SimDisk disk(byte[] input) throws IOException {
        SimDisk disk = new SimDisk(1);
        SegmentInfo info = new SegmentInfo(SEGMENT, 1, StampedFiles.SEGMENT_BYTES);
        new Manifest(StampedFiles.DIRECTORY_ID, 2, 0, null, List.of(info), List.of()).publish(disk);
        byte[] batches = Arrays.copyOfRange(input, 1, input.length);
        boolean recycled = (input[0] & RECYCLED) != 0;
        disk.put(SEGMENT, StampedFiles.segment(1, recycled, batches, (input[0] & STAMPED) != 0));
        return disk;
    }

    static LocalJournal open(SimDisk disk, RecoveryTarget recovery) throws IOException {
        return new LocalJournal(disk, SteppedJournal.SMALL, recovery, new SilentListener(), () -> 1);
    }

    private static List<String> dump(SimDisk disk) throws IOException {
        Opened dumped = new Opened();
        new JournalInspection(disk).dump((position, segment, offset, bytes) -> dumped.entry(position, bytes));
        return dumped.entries;
    }

    /** Collects the entries, which must arrive in order. */
    static final class Opened implements RecoveryTarget {
        final List<String> entries = new ArrayList<>();

        @Override
        public void snapshot(long position, InputStream bytes) throws IOException {
            bytes.readAllBytes();
        }

        @Override
        public void entry(long position, ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            entries.add(HexFormat.of().formatHex(copy));
            assertThat(position).isEqualTo(entries.size());
        }
    }

    private static final class SilentListener implements JournalListener {
        @Override
        public void advanced() {}

        @Override
        public void failed(String what, Throwable cause) {
            throw new AssertionError(what, cause);
        }
    }
}
