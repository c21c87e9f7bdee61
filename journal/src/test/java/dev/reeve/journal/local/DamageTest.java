package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.JournalCorruptException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bytes and files change on the disk. The journal recovers exactly, or is rejected with the place of the damage. */
class DamageTest {
    private static final String FIRST = "journal-0000000001.seg";
    private static final String SPARE = "journal-0000000002.seg";

    private final SimDisk disk = new SimDisk(1);
    private List<String> expected = List.of();

    /** A 16 KiB segment, nearly full and ending with a mark. */
    @BeforeEach
    void writeJournal() throws IOException {
        SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
        for (int i = 0; i < 105; i++) {
            stepped.append("entry " + i + " " + "x".repeat(i));
            if (i % 2 == 0) {
                stepped.settle();
            }
        }
        stepped.journal.close();
        expected = stepped.optionalFields.entries();
        JournalInspection.Report report = new JournalInspection(disk).check();
        assertThat(report.isMarked()).isTrue();
        assertThat(usedEnd()).isBetween(14_000, 16_384);
    }

    /** Full recoveries; {@link DamageSweepTest} covers more cases with the reader alone. */
    @Test
    void a_flipped_bit_anywhere() throws IOException {
        int refused = 0;
        for (String file : List.of(FIRST, SPARE, "manifest")) {
            int step = file.equals("manifest") ? 1 : 53;
            for (int offset = 0; offset < disk.content(file).length; offset += step) {
                SimDisk damaged = disk.copy();
                damaged.flipBit(file, offset, offset % 8);
                refused += isRefused(damaged, file) ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan((usedEnd() - Segment.FIRST_BATCH_OFFSET) / 53);
    }

    @Test
    void a_flipped_bit_in_the_last_batch_of_a_killed_process_is_found_by_its_mark() throws IOException {
        SimDisk killed = new SimDisk(2);
        SteppedJournal stepped = new SteppedJournal(killed, SteppedJournal.SMALL);
        stepped.append("the only one");
        stepped.settle();
        stepped.passMillis(5);
        killed.kill();
        int batchBytes = BatchHeader.BYTES + Integer.BYTES + "the only one".length();
        for (int offset = 0; offset < batchBytes; offset++) {
            SimDisk damaged = killed.copy();
            damaged.flipBit(FIRST, Segment.FIRST_BATCH_OFFSET + offset, 3);
            assertRefused(damaged, FIRST, "no valid batch");
        }
    }

    @Test
    void random_damage_to_a_journal_of_many_segments_and_a_snapshot() throws IOException {
        SimDisk large = new SimDisk(3);
        SteppedJournal stepped = new SteppedJournal(large, SteppedJournal.SMALL);
        for (int i = 0; i < 300; i++) {
            stepped.append("entry " + i + " " + "y".repeat(i));
            stepped.settle();
            if (i == 150) {
                stepped.optionalFields.snapshot(stepped.journal, 140);
            }
        }
        stepped.journal.close();
        expected = stepped.optionalFields.entries();
        SplittableRandom random = new SplittableRandom(4);
        List<String> files = large.list();
        int refused = 0;
        for (int i = 0; i < 300; i++) {
            SimDisk damaged = large.copy();
            String file = files.get(random.nextInt(files.size()));
            byte[] content = damaged.content(file);
            int from = random.nextInt(content.length);
            int to = Math.min(content.length, from + 1 + random.nextInt(1_000));
            for (int at = from; at < to; at++) {
                content[at] = (byte) random.nextInt();
            }
            damaged.put(file, content);
            refused += isRefused(damaged, file) ? 1 : 0;
        }
        assertThat(refused).isBetween(150, 299);
    }

    @Test
    void a_missing_segment() {
        disk.remove(FIRST);
        assertRefused(disk, FIRST, "is missing");
    }

    @Test
    void a_missing_spare() {
        disk.remove(SPARE);
        assertRefused(disk, SPARE, "is missing");
    }

    @Test
    void a_segment_that_is_too_long() {
        disk.put(FIRST, Arrays.copyOf(disk.content(FIRST), 20_000));
        assertRefused(disk, FIRST, "expected a size of 16384");
    }

    @Test
    void swapped_segments() {
        disk.swap(FIRST, SPARE);
        assertRefused(disk, FIRST, "is not the file that the manifest names");
    }

    @Test
    void a_segment_of_another_directory_in_the_place_of_ours() throws IOException {
        disk.put(FIRST, foreign().content(FIRST));
        assertRefused(disk, FIRST, "belongs to another data directory");
    }

    @Test
    void a_segment_of_another_directory_beside_ours() throws IOException {
        disk.put("journal-0000000099.seg", foreign().content(FIRST));
        assertRefused(disk, "journal-0000000099.seg", "belongs to another data directory");
    }

    @Test
    void a_snapshot_of_another_directory_beside_ours() throws IOException {
        SimDisk other = foreign();
        disk.put("snapshot-0000000099.snap", other.content(snapshotIn(other)));
        assertRefused(disk, "snapshot-0000000099.snap", "belongs to another data directory");
    }

    @Test
    void a_missing_manifest() {
        disk.remove("manifest");
        assertRefused(disk, "manifest", "is missing, but " + FIRST + " exists");
    }

    @Test
    void an_outdated_manifest() throws IOException {
        byte[] old = disk.content("manifest");
        SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
        for (int i = 0; i < 100; i++) {
            stepped.append("z".repeat(900));
            stepped.settle();
        }
        stepped.journal.close();
        disk.put("manifest", old);
        assertRefused(disk, "journal-0000000003.seg", "the manifest does not list it");
    }

    @Test
    void a_damaged_missing_or_shortened_snapshot() throws IOException {
        SimDisk other = foreign();
        String snapshot = snapshotIn(other);
        for (int offset = 0; offset < other.content(snapshot).length; offset++) {
            SimDisk damaged = other.copy();
            damaged.flipBit(snapshot, offset, 0);
            assertRefused(damaged, snapshot, "");
            damaged.truncate(snapshot, offset);
            assertRefused(damaged, snapshot, "expected a size of");
        }
        other.remove(snapshot);
        assertRefused(other, snapshot, "is missing");
    }

    @Test
    void unfinished_files_of_a_crash_are_removed_and_files_of_others_are_left_alone() throws IOException {
        for (String name : List.of("segment.tmp", "snapshot.tmp", "manifest.tmp", "journal-0000000077.seg")) {
            disk.put(name, new byte[100]);
        }
        disk.put("notes.txt", new byte[100]);
        assertThat(new SteppedJournal(disk, SteppedJournal.SMALL).optionalFields.entries())
                .isEqualTo(expected);
        assertThat(disk.list()).containsExactly(FIRST, SPARE, "manifest", "notes.txt");
    }

    private static SimDisk foreign() throws IOException {
        SimDisk other = new SimDisk(9);
        SteppedJournal stepped = new SteppedJournal(other, SteppedJournal.SMALL);
        stepped.append("of somebody else");
        stepped.settle();
        stepped.optionalFields.snapshot(stepped.journal, 1);
        stepped.journal.close();
        return other;
    }

    private static String snapshotIn(SimDisk other) throws IOException {
        return other.list().stream()
                .filter(name -> name.endsWith(".snap"))
                .findFirst()
                .orElseThrow();
    }

    private int usedEnd() {
        byte[] content = disk.content(FIRST);
        int end = content.length;
        while (content[end - 1] == 0) {
            end--;
        }
        return end;
    }

    /** Requires an exact recovery or a rejection that names the file; returns whether it was rejected. */
    private boolean isRefused(SimDisk damaged, String file) throws IOException {
        try {
            SteppedJournal stepped = new SteppedJournal(damaged, SteppedJournal.SMALL);
            if (!stepped.optionalFields.entries().equals(expected)) {
                throw new AssertionError("silent loss after damage to " + file);
            }
            return false;
        } catch (JournalCorruptException e) {
            assertThat(e.file()).contains("sim/");
            assertThat(e).hasMessageContaining(" at offset " + e.offset());
            return true;
        }
    }

    private static void assertRefused(SimDisk damaged, String file, String why) {
        assertThatThrownBy(() -> new SteppedJournal(damaged, SteppedJournal.SMALL))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageStartingWith("sim/" + file + " at offset ")
                .hasMessageContaining(why);
    }
}
