package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.local.WatchedDisk.Kind;
import dev.reeve.journal.local.WatchedDisk.Moment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The times of replies, syncs and marks. */
class DurabilityTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void interval_answers_after_the_write_and_syncs_once_a_second(int seed) throws IOException {
        SimDisk disk = new SimDisk(seed);
        SteppedJournal stepped = open(disk, Durability.INTERVAL);
        stepped.append("a");
        stepped.settle();
        assertThat(stepped.journal.mayReply()).isEqualTo(1);
        long operations = disk.operations();
        stepped.passMillis(999);
        assertThat(disk.operations()).isEqualTo(operations);
        stepped.passMillis(1);
        assertThat(disk.operations()).isGreaterThan(operations);
        stepped.append("b");
        stepped.settle();
        disk.powerCut();
        assertThat(open(disk, Durability.INTERVAL).optionalFields.entries()).startsWith("a");
    }

    @ParameterizedTest
    @EnumSource
    void without_a_sync_to_wait_for_the_flush_itself_writes(Durability durability) throws IOException {
        SteppedJournal stepped = open(new SimDisk(1), durability);
        stepped.append("a");
        stepped.settle();
        stepped.append("b");
        stepped.journal.flush();
        assertThat(stepped.journal.mayReply()).isEqualTo(durability == Durability.ALWAYS ? 1 : 2);
        stepped.journal.writing.takeTurn();
        assertThat(stepped.journal.mayReply()).isEqualTo(2);
    }

    @Test
    void a_large_batch_is_left_to_the_thread_of_the_journal() throws IOException {
        SteppedJournal stepped = new SteppedJournal(
                new SimDisk(1),
                JournalSettings.defaults().withSegmentBytes(4 << 20).withDurability(Durability.OS));
        stepped.append("a");
        stepped.settle();
        stepped.append("b".repeat(250_000));
        stepped.journal.flush();
        assertThat(stepped.journal.mayReply()).isEqualTo(2);
        stepped.append("c".repeat(300_000));
        stepped.journal.flush();
        assertThat(stepped.journal.mayReply()).isEqualTo(2);
        stepped.journal.writing.takeTurn();
        assertThat(stepped.journal.mayReply()).isEqualTo(3);
    }

    @Test
    void nothing_is_written_after_a_flush_that_failed() throws IOException {
        SimDisk disk = new SimDisk(1);
        SteppedJournal stepped = open(disk, Durability.INTERVAL);
        stepped.append("a");
        stepped.settle();
        disk.failAfter(1);
        stepped.append("b");
        stepped.journal.flush();
        assertThat(stepped.failures).hasSize(1);
        long operations = disk.operations();
        stepped.append("c");
        stepped.passMillis(10_000);
        assertThat(stepped.failures).hasSize(1);
        assertThat(disk.operations()).isEqualTo(operations);
        assertThat(stepped.journal.mayReply()).isEqualTo(1);
    }

    @Test
    void what_is_written_during_a_sync_is_synced_by_the_next() throws IOException {
        SimDisk disk = new SimDisk(1);
        SteppedJournal stepped = openWith(disk, journal -> {
            journal.append("during");
            journal.journal.flush();
            assertThat(journal.journal.mayReply()).isEqualTo(2);
        });
        stepped.passMillis(1_000);
        stepped.passMillis(1_000);
        disk.powerCut();
        assertThat(open(disk, Durability.INTERVAL).optionalFields.entries()).containsExactly("before", "during");
    }

    @Test
    void nothing_is_written_after_a_flush_that_failed_during_a_sync() throws IOException {
        SimDisk disk = new SimDisk(1);
        AtomicLong operations = new AtomicLong();
        SteppedJournal stepped = openWith(disk, journal -> {
            disk.failAfter(1);
            journal.append("during");
            journal.journal.flush();
            operations.set(disk.operations());
        });
        stepped.passMillis(1_000);
        stepped.passMillis(1_000);
        assertThat(stepped.failures).hasSize(1);
        assertThat(disk.operations()).isEqualTo(operations.get());
        assertThat(stepped.journal.mayReply()).isEqualTo(1);
    }

    /** Runs the loop action during the sync of one unsynced entry. */
    private static SteppedJournal openWith(SimDisk disk, Consumer<SteppedJournal> loop) throws IOException {
        AtomicReference<@Nullable SteppedJournal> busy = new AtomicReference<>();
        WatchedDisk watched = new WatchedDisk(disk, (moment, change) -> {
            SteppedJournal journal = busy.get();
            if (journal != null && moment == Moment.AFTER && change.kind() == Kind.SYNC) {
                busy.set(null);
                loop.accept(journal);
            }
        });
        SteppedJournal stepped = new SteppedJournal(watched, SteppedJournal.SMALL.withDurability(Durability.INTERVAL));
        stepped.append("before");
        stepped.settle();
        busy.set(stepped);
        return stepped;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void interval_syncs_under_a_load_that_never_pauses(int seed) throws IOException {
        SimDisk disk = new SimDisk(seed);
        SteppedJournal stepped = open(disk, Durability.INTERVAL);
        stepped.append("first");
        stepped.journal.flush();
        for (int i = 0; i < 20; i++) {
            stepped.journal.writing.takeTurn();
            stepped.append("more");
            stepped.journal.flush();
            stepped.nowNanos += 100_000_000;
        }
        disk.powerCut();
        assertThat(open(disk, Durability.INTERVAL).optionalFields.entries()).hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void a_sync_that_hangs_can_be_seen(Durability durability) throws IOException {
        AtomicReference<SteppedJournal> opened = new AtomicReference<>();
        List<Long> busyNanos = new ArrayList<>();
        WatchedDisk disk = new WatchedDisk(new SimDisk(1), (moment, change) -> {
            SteppedJournal stepped = opened.get();
            boolean isOfJournal =
                    change.kind() == WatchedDisk.Kind.SYNC && change.name().startsWith("journal-");
            if (stepped != null && moment == WatchedDisk.Moment.BEFORE && isOfJournal) {
                stepped.nowNanos += 7_000_000_000L;
                busyNanos.add(stepped.journal.busyNanos());
            }
        });
        SteppedJournal stepped = new SteppedJournal(disk, SteppedJournal.SMALL.withDurability(durability));
        stepped.settle();
        opened.set(stepped);
        // Fills a segment with small batches: its seal causes a sync in every mode.
        for (int i = 0; i < 400; i++) {
            stepped.append("x");
            stepped.journal.flush();
            stepped.journal.writing.takeTurn();
            stepped.journal.housekeeping.takeTurn();
            stepped.nowNanos += 10_000_000;
        }
        assertThat(busyNanos)
                .hasSizeGreaterThan(durability == Durability.OS ? 0 : 3)
                .allSatisfy(nanos -> assertThat(nanos).isGreaterThanOrEqualTo(7_000_000_000L));
        stepped.settle();
        assertThat(stepped.journal.busyNanos()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void os_never_syncs_but_for_a_snapshot_and_the_end(int seed) throws IOException {
        SimDisk disk = new SimDisk(seed);
        SteppedJournal stepped = open(disk, Durability.OS);
        stepped.append("a");
        stepped.settle();
        long operations = disk.operations();
        stepped.passMillis(100_000);
        assertThat(disk.operations()).isEqualTo(operations);
        assertThat(stepped.journal.mayReply()).isEqualTo(1);

        SnapshotTarget snapshot = stepped.optionalFields.snapshot(stepped.journal, 1);
        stepped.settle();
        assertThat(snapshot.isDone()).isTrue();
        stepped.append("b");
        stepped.journal.close();
        disk.powerCut();
        assertThat(open(disk, Durability.OS).optionalFields.entries()).containsExactly("a", "b");
    }

    @Test
    void a_burst_is_marked_5_ms_after_its_last_sync() throws IOException {
        SimDisk disk = new SimDisk(1);
        SteppedJournal stepped = open(disk, Durability.ALWAYS);
        for (int i = 0; i < 3; i++) {
            stepped.append("entry " + i);
            stepped.settle();
            stepped.passMillis(4);
            assertThat(isMarked(disk)).isFalse();
        }
        stepped.passMillis(1);
        assertThat(isMarked(disk)).isTrue();
        long operations = disk.operations();
        stepped.passMillis(1_000);
        assertThat(disk.operations()).isEqualTo(operations);
    }

    @Test
    void a_killed_process_leaves_no_mark_and_the_next_one_writes_it() throws IOException {
        SimDisk disk = new SimDisk(1);
        SteppedJournal stepped = open(disk, Durability.ALWAYS);
        stepped.append("entry");
        stepped.settle();
        disk.kill();
        assertThat(isMarked(disk)).isFalse();
        SteppedJournal next = open(disk, Durability.ALWAYS);
        next.passMillis(5);
        assertThat(isMarked(disk)).isTrue();
    }

    @Test
    void a_snapshot_waits_until_the_journal_is_synced_up_to_it() throws IOException {
        SimDisk disk = new SimDisk(1);
        SteppedJournal stepped = open(disk, Durability.ALWAYS);
        stepped.append("not flushed yet");
        SnapshotTarget snapshot = stepped.optionalFields.snapshot(stepped.journal, 1);
        for (int i = 0; i < 20; i++) {
            stepped.journal.housekeeping.takeTurn();
            stepped.journal.writing.takeTurn();
        }
        assertThat(snapshot.isDone()).isFalse();
        assertThat(snapshot.queuedBytes()).isZero();
        stepped.settle();
        assertThat(snapshot.isDone()).isTrue();
    }

    @Test
    void an_abandoned_snapshot_leaves_nothing() throws IOException {
        SimDisk disk = new SimDisk(1);
        SteppedJournal stepped = open(disk, Durability.ALWAYS);
        stepped.append("entry");
        stepped.settle();
        SnapshotTarget snapshot = stepped.journal.startSnapshot(1);
        snapshot.write(new byte[100], 100);
        stepped.settle();
        assertThat(disk.list()).contains("snapshot.tmp");
        snapshot.abandon();
        assertThat(snapshot.isDone()).isTrue();
        stepped.settle();
        assertThat(disk.list()).doesNotContain("snapshot.tmp").noneMatch(name -> name.endsWith(".snap"));
    }

    /** Without zeros after the end, a new batch of the same size would make the old batches reachable again. */
    @Test
    void batches_behind_a_torn_one_do_not_come_back() throws IOException {
        SimDisk disk = new SimDisk(1);
        SteppedJournal stepped = open(disk, Durability.INTERVAL);
        for (String entry : List.of("torn", "lost", "lost too")) {
            stepped.append(entry);
            stepped.settle();
        }
        disk.kill();
        disk.flipBit("journal-0000000001.seg", Segment.FIRST_BATCH_OFFSET + BatchHeader.BYTES + 5, 0);

        SteppedJournal next = open(disk, Durability.INTERVAL);
        assertThat(next.optionalFields.entries()).isEmpty();
        next.append("kept");
        next.settle();
        disk.kill();
        assertThat(open(disk, Durability.INTERVAL).optionalFields.entries()).containsExactly("kept");
    }

    private static SteppedJournal open(SimDisk disk, Durability durability) throws IOException {
        return new SteppedJournal(disk, SteppedJournal.SMALL.withDurability(durability));
    }

    private static boolean isMarked(SimDisk disk) throws IOException {
        return new JournalInspection(disk).check().isMarked();
    }
}
