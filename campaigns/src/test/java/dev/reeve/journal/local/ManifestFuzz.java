package dev.reeve.journal.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.testkit.Allocation;
import java.io.IOException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Fuzz target: a manifest with a corrected checksum, beside the two segments of a valid journal. It is rejected, or
 * read and published without a change. The directory opens if and only if a check finds no problem.
 */
public final class ManifestFuzz {
    private static final SimDisk SOUND = sound();

    private ManifestFuzz() {}

    private static SimDisk sound() {
        try {
            SimDisk disk = new SimDisk(1);
            SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
            stepped.append("an entry");
            stepped.settle();
            stepped.journal.close();
            return disk;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        SimDisk disk = SOUND.copy();
        String text = new String(input, UTF_8);
        String checksum = HexFormat.of().toHexDigits(StampedFiles.crc(text.getBytes(UTF_8)));
        disk.put(Manifest.FILE, (text + "crc32c " + checksum + "\n").getBytes(UTF_8));
        Allocation.check(input, 64 * 1024, 128, () -> load(disk));
        Manifest manifest = load(disk);
        if (manifest != null) {
            SimDisk other = new SimDisk(2);
            manifest.publish(other);
            assertThat(Manifest.load(other)).isEqualTo(manifest);
        }
        JournalInspection.Report report = new JournalInspection(disk).check();
        try {
            SegmentFuzz.open(disk.copy(), new SegmentFuzz.Opened()).close();
            assertThat(report.problems()).isEmpty();
        } catch (JournalCorruptException refused) {
            assertThat(report.problems()).isNotEmpty();
        }
    }

    private static @Nullable Manifest load(SimDisk disk) throws IOException {
        try {
            return Manifest.load(disk);
        } catch (JournalCorruptException refused) {
            assertThat(refused.file()).endsWith(Manifest.FILE);
            return null;
        }
    }
}
