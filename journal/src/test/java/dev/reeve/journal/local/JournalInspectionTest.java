package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.JournalCorruptException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JournalInspectionTest {
    private final SimDisk disk = new SimDisk(1);

    @Test
    void a_sound_directory() throws IOException {
        SteppedJournal stepped = write();
        stepped.journal.close();
        long operations = disk.operations();
        JournalInspection.Report report = new JournalInspection(disk).check();
        assertThat(report.isSound()).isTrue();
        assertThat(report.problems()).isEmpty();
        assertThat(report.heldBy()).isNull();
        assertThat(report.lastPosition()).isEqualTo(100);
        assertThat(report.snapshotPosition()).isEqualTo(50);
        assertThat(report.entries()).isBetween(50L, 100L);
        assertThat(report.batches()).isPositive();
        assertThat(report.segments()).isGreaterThan(2);
        assertThat(report.isMarked()).isTrue();
        assertThat(report.tornBytes()).isZero();
        assertThat(disk.operations()).as("changes").isEqualTo(operations);
    }

    @Test
    void one_that_is_in_use() throws IOException {
        write();
        assertThat(new JournalInspection(disk).check().heldBy())
                .isEqualTo("process " + ProcessHandle.current().pid());
    }

    @Test
    void a_torn_end_is_reported_and_left_alone() throws IOException {
        SteppedJournal stepped = write();
        disk.kill();
        String live = liveSegment();
        byte[] content = disk.content(live);
        int end = content.length;
        while (content[end - 1] == 0) {
            end--;
        }
        disk.flipBit(live, end - 1, 0);
        for (int i = 0; i < 2; i++) {
            JournalInspection.Report report = new JournalInspection(disk).check();
            assertThat(report.isSound()).isTrue();
            assertThat(report.tornBytes()).isPositive();
            assertThat(report.lastPosition()).isEqualTo(99);
        }
        SteppedJournal next = new SteppedJournal(disk, SteppedJournal.SMALL);
        assertThat(next.optionalFields.entries())
                .isEqualTo(stepped.optionalFields.entries().subList(0, 99));
        assertThat(next.journal.recovered().tornBytes()).isPositive();
        assertThat(new JournalInspection(disk).check().tornBytes()).isZero();
    }

    @Test
    void all_problems_are_listed() throws IOException {
        write().journal.close();
        String snapshot = disk.list().stream()
                .filter(name -> name.endsWith(".snap"))
                .findFirst()
                .orElseThrow();
        disk.flipBit(snapshot, 100, 1);
        disk.remove(liveSegment());
        assertThat(new JournalInspection(disk).check().problems())
                .hasSize(2)
                .anyMatch(problem -> problem.contains(snapshot + " at offset 32"))
                .anyMatch(problem -> problem.contains("is missing"));
    }

    @Test
    void a_directory_that_is_none() throws IOException {
        assertThat(new JournalInspection(disk).check().problems())
                .singleElement()
                .asString()
                .contains("this is not a data directory");
        assertThatThrownBy(() -> new JournalInspection(disk).dump((position, file, offset, bytes) -> {}))
                .isInstanceOf(JournalCorruptException.class);
    }

    @Test
    void a_dump_ends_where_the_damage_is() throws IOException {
        SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
        for (int i = 0; i < 10; i++) {
            stepped.append("entry " + i);
            stepped.settle();
        }
        stepped.journal.close();
        disk.flipBit("journal-0000000001.seg", Segment.FIRST_BATCH_OFFSET + 5 * 80 + 70, 1);
        List<Long> positions = new ArrayList<>();
        assertThatThrownBy(() ->
                        new JournalInspection(disk).dump((position, file, offset, bytes) -> positions.add(position)))
                .isInstanceOf(JournalCorruptException.class);
        assertThat(positions).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    private SteppedJournal write() throws IOException {
        SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL);
        for (int i = 0; i < 100; i++) {
            stepped.append("entry " + i + " " + "x".repeat(500));
            stepped.settle();
            if (i == 60) {
                stepped.optionalFields.snapshot(stepped.journal, 50);
            }
        }
        return stepped;
    }

    /** The last used segment; the next one is spare. */
    private String liveSegment() throws IOException {
        List<String> segments =
                disk.list().stream().filter(name -> name.endsWith(".seg")).toList();
        return segments.get(segments.size() - 2);
    }
}
