package dev.reeve.journal.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.JournalListener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of one member: what it keeps, gives up, finds again, and refuses. */
class RaftLogTest {
    private final SimDisk disk = new SimDisk(1);
    private final RaftModel.Failures failures = new RaftModel.Failures();
    private long nowNanos = 1;

    private RaftLog open(long cacheBytes) throws IOException {
        return new RaftLog(disk, SteppedJournal.SMALL, failures, cacheBytes, () -> nowNanos);
    }

    private static Manifest manifest(Disk of) throws IOException {
        return Objects.requireNonNull(Manifest.load(of));
    }

    private static void append(RaftLog log, long term, int count, int bytes) throws IOException {
        List<RaftEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long index = log.last() + 1 + i;
            entries.add(RaftModel.entry(index, term, index + "/" + term + "x".repeat(bytes)));
        }
        log.append(entries);
    }

    private void settle(RaftLog log) {
        for (int i = 0; i < 10; i++) {
            nowNanos += 1_000_000_000;
            log.journal.writing.takeTurn();
            log.journal.housekeeping.takeTurn();
        }
    }

    @Test
    void a_suffix_that_was_taken_back_stays_taken_back() throws IOException {
        RaftLog log = open(1_000);
        append(log, 1, 10, 100);
        log.cutSuffix(6);
        append(log, 2, 2, 100);
        log.vote(new RaftVote(3, "n2"));
        RaftModel expected = RaftModel.of(log);
        assertThat(expected.last()).isEqualTo(8);
        assertThat(log.term(6)).isEqualTo(1);
        assertThat(log.term(7)).isEqualTo(2);
        disk.powerCut();
        assertThat(RaftModel.of(open(0))).isEqualTo(expected);
    }

    @Test
    void entries_beyond_the_memory_are_read_back_from_every_segment() throws IOException {
        RaftLog log = open(3_000);
        for (int i = 0; i < 100; i++) {
            append(log, 1 + i / 10, 3, 300);
        }
        assertThat(manifest(disk).segments()).hasSizeGreaterThan(5);
        RaftEntry first = Objects.requireNonNull(log.entry(1));
        assertThat(new String(first.bytes(), UTF_8)).startsWith("1/1x");
        RaftModel all = RaftModel.of(log);
        log.close();
        assertThat(RaftModel.of(open(0))).isEqualTo(all);
    }

    @Test
    void what_small_entries_take_in_memory_counts() {
        RaftIndex index = new RaftIndex(100 * RaftIndex.CACHED_ENTRY_BYTES);
        for (int i = 1; i <= 1_000; i++) {
            index.append(RaftModel.entry(i, 1, ""), i, new RaftIndex.Place(1, i, 1));
        }
        assertThat(index.cached(901)).isNotNull();
        assertThat(index.cached(900)).isNull();
    }

    @Test
    void a_small_heap_keeps_few_entries() {
        assertThat(RaftLog.cacheBytes(80 << 20)).isEqualTo(5 << 20);
        assertThat(RaftLog.cacheBytes(4L << 30)).isEqualTo(64 << 20);
        assertThat(RaftLog.mostEntries(80 << 20)).isEqualTo((5 << 20) / RaftIndex.ENTRY_BYTES);
    }

    @Test
    void the_files_of_a_prefix_are_given_up() throws IOException {
        RaftLog log = open(1_000);
        long most = 0;
        for (int i = 0; i < 500; i++) {
            append(log, 1, 2, 300);
            if (i % 50 == 49) {
                log.cutPrefix(log.last() - 20);
                settle(log);
                most = Math.max(most, disk.usedBytes());
            }
        }
        assertThat(most).isLessThan(10L * (16 << 10));
        assertThat(log.last() - log.first()).isEqualTo(20);
        RaftModel expected = RaftModel.of(log);
        disk.powerCut();
        assertThat(RaftModel.of(open(0))).isEqualTo(expected);
    }

    @Test
    void a_vote_survives_the_segment_it_was_written_to() throws IOException {
        RaftLog log = open(1_000);
        log.vote(new RaftVote(7, "n3"));
        append(log, 7, 200, 200);
        log.cutPrefix(190);
        settle(log);
        assertThat(manifest(disk).snapshotPosition()).isEqualTo(190);
        append(log, 7, 1, 1);
        disk.powerCut();
        assertThat(open(0).vote()).isEqualTo(new RaftVote(7, "n3"));
    }

    @Test
    void a_prefix_beyond_the_end_leaves_an_empty_log_that_goes_on_there() throws IOException {
        RaftLog log = open(1_000);
        append(log, 1, 5, 10);
        log.cutPrefix(100);
        assertThat(log.first()).isEqualTo(100);
        assertThat(log.last()).isEqualTo(99);
        settle(log);
        disk.powerCut();
        RaftLog again = open(0);
        assertThat(again.first()).isEqualTo(100);
        append(again, 2, 1, 10);
        assertThat(again.last()).isEqualTo(100);
    }

    @Test
    void what_does_not_follow_is_refused_and_changes_nothing() throws IOException {
        RaftLog log = open(1_000);
        append(log, 1, 5, 10);
        log.cutPrefix(3);
        RaftModel before = RaftModel.of(log);
        assertThatThrownBy(() -> log.append(List.of(RaftModel.entry(7, 1, "gap"))))
                .hasMessage("expected entry 6, but got 7");
        assertThatThrownBy(() -> log.cutSuffix(1)).hasMessage("expected at least 2, but got 1");
        assertThatThrownBy(() -> log.reset(0)).hasMessage("expected an index from 1, but got 0");
        assertThat(RaftModel.of(log)).isEqualTo(before);
        disk.kill();
        assertThat(RaftModel.of(open(0))).isEqualTo(before);
    }

    @Test
    void damage_to_an_entry_that_is_read_back_is_refused_with_file_and_offset() throws IOException {
        RaftLog log = open(100);
        append(log, 1, 3, 200);
        append(log, 1, 3, 200);
        String segment = manifest(disk).segments().get(0).name();
        disk.flipBit(segment, Segment.FIRST_BATCH_OFFSET + BatchHeader.BYTES + 40, 3);
        assertThatThrownBy(() -> log.entry(1))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessage("sim/" + segment + " at offset 4164: entry 1 cannot be read: the checksum of the entry does"
                        + " not match");
        assertThat(log.entry(2)).isNotNull();
    }

    @Test
    void a_journal_of_something_else_is_refused_with_file_and_offset() throws IOException {
        SteppedJournal other = new SteppedJournal(disk, SteppedJournal.SMALL);
        other.append("no record of a log");
        other.settle();
        other.journal.close();
        assertThatThrownBy(() -> open(0))
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining(" at offset 4164: is no record of this log");
    }

    /** One bit of every byte of a log whose end is proved: it is read exactly, or refused with file and offset. */
    @Test
    void a_flipped_bit_is_harmless_or_refused() throws IOException {
        RaftLog log = open(0);
        for (int i = 0; i < 12; i++) {
            append(log, i, 2, 50);
            log.vote(new RaftVote(i, "n" + i));
        }
        log.cutSuffix(20);
        log.cutPrefix(5);
        settle(log);
        RaftModel expected = RaftModel.of(log);
        log.close();
        int refused = 0;
        for (String name : disk.list()) {
            byte[] content = disk.content(name);
            for (int offset = 0; offset < content.length; offset++) {
                SimDisk damaged = disk.copy();
                damaged.flipBit(name, offset, offset % 8);
                refused += isRefused(damaged, expected) ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan(2_000);
    }

    private boolean isRefused(SimDisk damaged, RaftModel expected) throws IOException {
        try {
            RaftLog log = new RaftLog(damaged, SteppedJournal.SMALL, failures, 0, () -> nowNanos);
            assertThat(RaftModel.of(log)).isEqualTo(expected);
            return false;
        } catch (JournalCorruptException e) {
            assertThat(e).hasMessageContaining("sim/").hasMessageContaining(" at offset ");
            return true;
        }
    }

    @Test
    void a_real_directory_with_threads_of_its_own(@TempDir Path folder) throws Exception {
        try (RaftLog log = RaftLog.open(RealDisk.open(folder), SteppedJournal.SMALL, failures)) {
            for (int i = 0; i < 100; i++) {
                append(log, 1, 5, 200);
            }
            log.cutPrefix(400);
            log.vote(new RaftVote(2, "n1"));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> manifest(RealDisk.readOnly(folder)).snapshotPosition() == 399);
        }
        try (RaftLog log = RaftLog.open(RealDisk.open(folder), SteppedJournal.SMALL, failures)) {
            assertThat(log.first()).isEqualTo(400);
            assertThat(log.last()).isEqualTo(500);
            assertThat(log.vote()).isEqualTo(new RaftVote(2, "n1"));
        }
        assertThat(failures.messages).isEmpty();
    }

    /** Who appends waits for the sync anyway. The thread of the journal may happen to take a turn, because a mark is due. */
    @Test
    void entries_are_written_by_the_thread_that_appends_them(@TempDir Path folder) throws IOException {
        List<Thread> writers = new CopyOnWriteArrayList<>();
        JournalListener watch = new JournalListener() {
            @Override
            public void advanced() {}

            @Override
            public void wrote(int entries) {
                writers.add(Thread.currentThread());
            }

            @Override
            public void failed(String message, Throwable cause) {
                throw new AssertionError(message, cause);
            }
        };
        try (RaftLog log = RaftLog.open(RealDisk.open(folder), JournalSettings.defaults(), watch)) {
            append(log, 1, 1, 100);
            writers.clear();
            for (int i = 0; i < 20; i++) {
                append(log, 1, 1, 100);
            }
        }
        assertThat(writers).hasSize(20);
        assertThat(writers).filteredOn(Thread.currentThread()::equals).hasSizeGreaterThan(10);
    }

    /** By its own thread, which appends do not wake up. */
    @Test
    void a_quiet_log_is_marked_by_itself(@TempDir Path folder) throws IOException {
        try (RaftLog log = RaftLog.open(RealDisk.open(folder), JournalSettings.defaults(), failures)) {
            for (int i = 0; i < 3; i++) {
                append(log, 1, 1, 100);
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> new JournalInspection(RealDisk.readOnly(folder))
                                .check()
                                .isMarked());
            }
        }
    }
}
