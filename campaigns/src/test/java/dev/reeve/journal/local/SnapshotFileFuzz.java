package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.engine.format.FormatException;
import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import dev.reeve.node.EngineRecovery;
import dev.reeve.testkit.Allocation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Fuzz target: the chunks of a snapshot file with corrected checksums. They are rejected with file and offset, or read
 * as the same bytes one by one and in bulk. The engine loads them or rejects them.
 */
public final class SnapshotFileFuzz {
    private static final String FILE = Manifest.snapshotName(3);
    private static final long POSITION = 5;

    private SnapshotFileFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        SimDisk disk = new SimDisk(1);
        byte[] file = StampedFiles.snapshot(POSITION, input);
        disk.put(FILE, file);
        SnapshotInfo info = new SnapshotInfo(FILE, POSITION, file.length, StampedFiles.crc(file));
        Allocation.check(input, 128 * 1024, 64, () -> read(disk, info, false));
        byte[] bytes = read(disk, info, false);
        assertThat(read(disk, info, true)).isEqualTo(bytes);
        if (bytes != null) {
            Allocation.check(bytes, 512 * 1024, 1024, () -> recover(bytes));
        }
    }

    private static byte @Nullable [] read(SimDisk disk, SnapshotInfo info, boolean oneByOne) throws IOException {
        try (SnapshotFileReader reader = new SnapshotFileReader(disk, StampedFiles.DIRECTORY_ID, info)) {
            if (!oneByOne) {
                return reader.readAllBytes();
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int next;
            while ((next = reader.read()) >= 0) {
                bytes.write(next);
            }
            return bytes.toByteArray();
        } catch (JournalCorruptException refused) {
            assertThat(refused.offset()).isBetween(0L, info.bytes());
            return null;
        }
    }

    private static void recover(byte[] snapshot) throws IOException {
        try {
            new EngineRecovery().snapshot(POSITION, new ByteArrayInputStream(snapshot));
        } catch (FormatException refused) {
            assertThat(refused.getMessage()).startsWith("snapshot at position " + POSITION);
        }
    }
}
