package dev.reeve.journal.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.RecoveryTarget;
import dev.reeve.journal.SnapshotTarget;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The journal without faults. */
class LocalJournalTest {
    private final SimDisk disk = new SimDisk(1);

    @Test
    void entries_come_back_in_order() throws IOException {
        SteppedJournal first = open();
        assertThat(first.append("one")).isEqualTo(1);
        assertThat(first.append("two")).isEqualTo(2);
        assertThat(first.journal.mayApply()).isEqualTo(2);
        assertThat(first.journal.mayReply()).isZero();
        first.settle();
        assertThat(first.journal.mayReply()).isEqualTo(2);
        assertThat(first.journal.unsyncedBytes()).isZero();
        first.append("three");
        first.journal.close();

        SteppedJournal second = open();
        assertThat(second.optionalFields.entries()).containsExactly("one", "two", "three");
        assertThat(second.journal.lastAppended()).isEqualTo(3);
        assertThat(second.journal.recovered().entriesReplayed()).isEqualTo(3);
        assertThat(second.append("four")).isEqualTo(4);
        second.journal.close();
        assertThat(open().optionalFields.entries()).containsExactly("one", "two", "three", "four");
    }

    @Test
    void all_that_arrives_during_a_sync_goes_out_with_the_next() throws IOException {
        SteppedJournal stepped = open();
        stepped.append("a");
        stepped.journal.flush();
        stepped.append("b");
        stepped.append("c");
        stepped.journal.flush();
        stepped.journal.writing.takeTurn();
        assertThat(stepped.journal.mayReply()).isEqualTo(1);
        stepped.journal.flush();
        stepped.append("d");
        stepped.journal.writing.takeTurn();
        assertThat(stepped.journal.mayReply()).isEqualTo(3);
    }

    @Test
    void the_last_entry_can_be_cut_until_its_batch_is_handed_over() throws IOException {
        SteppedJournal stepped = open();
        stepped.append("kept");
        long position = stepped.append("poison");
        assertThat(stepped.journal.cut(position - 1)).isFalse();
        assertThat(stepped.journal.cut(position)).isTrue();
        assertThat(stepped.journal.lastAppended()).isEqualTo(1);
        assertThat(stepped.journal.append(new byte[0], 0, 0)).isEqualTo(2);
        stepped.journal.flush();
        assertThat(stepped.journal.cut(2)).isFalse();
        stepped.journal.close();
        assertThat(open().optionalFields.entries()).containsExactly("kept", "");
    }

    private static byte[] letters(char letter, int count) {
        return String.valueOf(letter).repeat(count).getBytes(UTF_8);
    }

    /** An entry with these bytes in two pieces. */
    private static List<ByteBuffer> pieces(byte[] large) {
        return List.of(ByteBuffer.wrap(letters('<', 3), 1, 1), ByteBuffer.wrap(large));
    }

    @Test
    void a_large_entry_is_not_copied_until_it_is_written() throws IOException {
        SteppedJournal stepped = open();
        byte[] large = letters('x', 600_000);
        byte[] before = letters('-', 3);
        stepped.journal.append(before, 0, before.length);
        assertThat(stepped.journal.append(pieces(large))).isEqualTo(2);
        assertThat(stepped.journal.append(pieces(letters('z', 300_000)))).isEqualTo(3);
        stepped.journal.append(before, 0, before.length);
        assertThat(stepped.journal.unsyncedBytes()).isEqualTo(4 * 4 + 3 + 600_001 + 300_001 + 3);
        large[599_999] = 'y';
        before[0] = '+';
        stepped.settle();
        assertThat(stepped.journal.unsyncedBytes()).isZero();
        assertThat(stepped.journal.mayReply()).isEqualTo(4);
        stepped.journal.append(pieces(letters('l', 5000)));
        stepped.journal.close();
        assertThat(open().optionalFields.entries())
                .containsExactly(
                        "---",
                        "<" + "x".repeat(599_999) + "y",
                        "<" + "z".repeat(300_000),
                        "---",
                        "<" + "l".repeat(5000));
    }

    @Test
    void a_large_entry_can_be_cut_and_so_can_the_one_before_it() throws IOException {
        SteppedJournal stepped = open();
        stepped.append("first");
        stepped.journal.append(pieces(letters('a', 9000)));
        long unsynced = stepped.journal.unsyncedBytes();
        stepped.journal.append(new byte[7], 0, 7);
        stepped.journal.append(pieces(letters('b', 9000)));
        assertThat(stepped.journal.cut(4)).isTrue();
        assertThat(stepped.journal.cut(3)).isTrue();
        assertThat(stepped.journal.unsyncedBytes()).isEqualTo(unsynced);
        assertThat(stepped.journal.cut(2)).isTrue();
        stepped.journal.append(pieces(letters('c', 9000)));
        stepped.append("last");
        stepped.journal.close();
        assertThat(open().optionalFields.entries()).containsExactly("first", "<" + "c".repeat(9000), "last");
    }

    @Test
    void many_segments_are_one_journal() throws IOException {
        SteppedJournal stepped = open();
        for (int i = 0; i < 2_000; i++) {
            stepped.append("entry number " + i);
            stepped.settle();
        }
        stepped.journal.close();
        assertThat(disk.list().stream().filter(name -> name.endsWith(".seg")).count())
                .isGreaterThan(10);
        assertThat(open().optionalFields.entries()).isEqualTo(stepped.optionalFields.entries());
    }

    @Test
    void a_clean_stop_leaves_only_files_that_the_manifest_lists() throws IOException {
        for (int rounds = 1; rounds < 4; rounds++) {
            SteppedJournal stepped = open();
            for (int i = 0; i < 500 * rounds; i++) {
                stepped.append("entry number " + i);
                stepped.settle();
            }
            stepped.optionalFields.snapshot(stepped.journal, (int) stepped.journal.lastAppended());
            if (rounds > 1) {
                stepped.settle();
                stepped.append("after the snapshot");
            }
            stepped.journal.close();
            Manifest manifest = Objects.requireNonNull(Manifest.load(disk));
            assertThat(OrphanFiles.find(disk, manifest)).isEmpty();
        }
    }

    @Test
    void a_recovery_tells_how_much_it_has_read() throws IOException {
        SteppedJournal first = open();
        first.append("in the snapshot");
        first.settle();
        first.optionalFields.snapshot(first.journal, 1);
        first.settle();
        for (int i = 0; i < 500; i++) {
            first.append("entry number " + i);
            first.settle();
        }
        first.journal.close();
        Manifest manifest = Objects.requireNonNull(Manifest.load(disk));
        long snapshotBytes = Objects.requireNonNull(manifest.snapshot()).bytes();
        long segmentBytes = manifest.segments().stream()
                .mapToLong(Manifest.SegmentInfo::bytes)
                .sum();
        List<Long> told = new ArrayList<>();
        RecoveryTarget second = new RecoveryTarget() {
            @Override
            public void snapshot(long position, InputStream bytes) throws IOException {
                assertThat(bytes.readAllBytes()).isNotEmpty();
            }

            @Override
            public void entry(long position, ByteBuffer bytes) {
                assertThat(bytes.hasRemaining()).isTrue();
            }

            @Override
            public void progress(long readBytes, long allBytes) {
                assertThat(allBytes).isEqualTo(snapshotBytes + segmentBytes);
                told.add(readBytes);
            }
        };
        new LocalJournal(disk, SteppedJournal.SMALL, second, first, () -> 1).close();
        assertThat(told).isSorted().startsWith(0L).contains(snapshotBytes).endsWith(snapshotBytes + segmentBytes);
        assertThat(told).hasSizeGreaterThan(500);
    }

    @Test
    void an_entry_larger_than_a_segment_gets_one_of_its_own() throws IOException {
        SteppedJournal stepped = open();
        stepped.append("before");
        stepped.settle();
        stepped.append("x".repeat(1_100_000));
        stepped.append("with it");
        stepped.settle();
        stepped.append("after");
        stepped.settle();
        stepped.journal.close();
        assertThat(open().optionalFields.entries()).isEqualTo(stepped.optionalFields.entries());
    }

    @Test
    void a_snapshot_is_not_outrun_by_a_journal_that_fills_a_segment_a_turn() throws IOException {
        SteppedJournal stepped = open();
        SnapshotTarget snapshot = stepped.journal.startSnapshot(0);
        for (int i = 0; i < 50; i++) {
            snapshot.write(new byte[100], 100);
        }
        snapshot.finish();
        int turns = 0;
        while (!snapshot.isDone() && turns < 50) {
            stepped.append("x".repeat(SteppedJournal.SMALL.segmentBytes() / 2));
            stepped.journal.flush();
            stepped.journal.writing.takeTurn();
            stepped.journal.housekeeping.takeTurn();
            turns++;
        }
        assertThat(turns).isLessThan(4);
    }

    @Test
    void the_last_snapshot_does_not_wait_for_the_one_before_it() throws IOException {
        for (int turns = 0; turns < 5; turns++) {
            SteppedJournal stepped = new SteppedJournal(new SimDisk(1), SteppedJournal.SMALL);
            stepped.append("one");
            stepped.settle();
            stepped.optionalFields.snapshot(stepped.journal, 1);
            for (int i = 0; i < turns; i++) {
                stepped.journal.housekeeping.takeTurn();
            }
            stepped.append("two");
            SnapshotTarget last = stepped.optionalFields.snapshot(stepped.journal, 2);
            stepped.journal.close();
            assertThat(last.isDone()).isTrue();
            assertThat(stepped.failedSnapshots).isZero();
        }
    }

    @Test
    void a_snapshot_takes_the_place_of_the_entries_it_covers() throws IOException {
        SteppedJournal stepped = open();
        for (int i = 0; i < 1_000; i++) {
            stepped.append("entry number " + i);
            stepped.settle();
        }
        assertThat(stepped.journal.snapshotDue()).isTrue();
        SnapshotTarget snapshot = stepped.optionalFields.snapshot(stepped.journal, 900);
        assertThat(stepped.journal.snapshotDue()).isFalse();
        stepped.settle();
        assertThat(snapshot.isDone()).isTrue();
        assertThat(stepped.failedSnapshots).isZero();
        stepped.append("one more");
        stepped.journal.close();

        SteppedJournal second = open();
        assertThat(second.journal.recovered().snapshotPosition()).isEqualTo(900);
        assertThat(second.journal.recovered().entriesReplayed()).isEqualTo(101);
        assertThat(second.optionalFields.entries()).isEqualTo(stepped.optionalFields.entries());
    }

    @Test
    void a_second_opener_is_refused() throws IOException {
        SteppedJournal first = open();
        assertThatThrownBy(this::open)
                .isInstanceOf(DirectoryInUseException.class)
                .hasMessageContaining(
                        "in use by process " + ProcessHandle.current().pid());
        first.journal.close();
        open().journal.close();
    }

    @Test
    void it_closes_and_reopens_many_times() throws IOException {
        AppendRecord expected = new AppendRecord();
        for (int i = 0; i < 200; i++) {
            SteppedJournal stepped = open();
            assertThat(stepped.optionalFields.entries()).isEqualTo(expected.entries());
            stepped.append("run " + i);
            expected.entries().add("run " + i);
            stepped.journal.close();
        }
    }

    private SteppedJournal open() throws IOException {
        return new SteppedJournal(disk, SteppedJournal.SMALL);
    }
}
