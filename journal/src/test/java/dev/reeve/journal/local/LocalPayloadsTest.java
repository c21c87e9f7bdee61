package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadFiles;
import dev.reeve.journal.PayloadPlace;
import dev.reeve.journal.SnapshotTarget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The payload files of a journal: snapshots list them, a start verifies them, and what nobody refers to is deleted. */
class LocalPayloadsTest {
    private static final int LENGTH = 1_000;

    private final SimDisk disk = new SimDisk(1);

    private SteppedJournal open() throws IOException {
        return new SteppedJournal(disk, SteppedJournal.SMALL);
    }

    private static byte[] payload(int key) {
        byte[] payload = new byte[LENGTH];
        payload[key] = 1;
        return payload;
    }

    private static List<PayloadPlace> write(SteppedJournal it, int... keys) {
        List<KeyedPayload> payloads = new ArrayList<>();
        for (int key : keys) {
            payloads.add(new KeyedPayload(key, payload(key)));
        }
        List<PayloadPlace> places = new ArrayList<>();
        it.journal.payloads().write(payloads, written -> {
            if (written != null) {
                places.addAll(written);
            }
        });
        it.settle();
        return places;
    }

    private static List<byte[]> read(SteppedJournal it, List<PayloadPlace> places) {
        List<byte[]> found = new ArrayList<>();
        it.journal.payloads().read(places, found::addAll);
        it.journal.payloads.reading.takeTurn();
        return found;
    }

    private static SnapshotTarget snapshot(SteppedJournal it) {
        it.append("entry");
        it.settle();
        return it.optionalFields.snapshot(it.journal, (int) it.journal.lastAppended());
    }

    private List<String> files() throws IOException {
        return disk.list().stream()
                .filter(name -> PayloadExtent.numberOf(name) != 0)
                .sorted()
                .toList();
    }

    private List<PayloadExtent> listed() throws IOException {
        Manifest manifest = Manifest.load(disk);
        return manifest == null ? List.of() : manifest.payloads();
    }

    @Test
    void payloads_are_read_in_the_order_in_which_they_were_asked_for() throws IOException {
        SteppedJournal it = open();
        List<PayloadPlace> places = write(it, 1, 2, 3);
        List<PayloadPlace> mixed = List.of(places.get(2), places.get(0), places.get(2));
        assertThat(read(it, mixed)).containsExactly(payload(3), payload(1), payload(3));
    }

    @Test
    void a_snapshot_lists_them_and_a_power_cut_takes_none_of_them() throws IOException {
        SteppedJournal it = open();
        List<PayloadPlace> places = write(it, 1, 2);
        assertThat(listed()).isEmpty();
        snapshot(it);
        it.settle();
        assertThat(listed()).hasSize(1);
        write(it, 3);
        disk.powerCut();
        SteppedJournal again = open();
        assertThat(read(again, places)).containsExactly(payload(1), payload(2));
    }

    @Test
    void what_no_snapshot_lists_is_deleted_by_a_start() throws IOException {
        write(open(), 1, 2);
        assertThat(files()).hasSize(1);
        disk.kill();
        open();
        assertThat(files()).isEmpty();
    }

    @Test
    void a_listed_file_is_deleted_when_the_next_snapshot_does_not_need_it() throws IOException {
        SteppedJournal it = open();
        List<PayloadPlace> places = write(it, 1);
        snapshot(it);
        it.settle();
        it.journal.close();
        SteppedJournal again = open();
        assertThat(files()).hasSize(1);
        assertThat(places).hasSize(1);
        snapshot(again);
        again.settle();
        assertThat(files()).isEmpty();
    }

    @Test
    void what_was_released_during_a_snapshot_stays_until_the_next() throws IOException {
        SteppedJournal it = open();
        List<PayloadPlace> places = write(it, 1);
        it.append("entry");
        it.settle();
        SnapshotTarget target = it.journal.startSnapshot(it.journal.lastAppended());
        it.journal.payloads().release(places);
        it.settle();
        target.write(AppendRecord.lines(it.optionalFields.entries()), 6);
        target.finish();
        it.settle();
        assertThat(listed()).hasSize(1);
        assertThat(read(it, places)).containsExactly(payload(1));
    }

    @Test
    void the_lists_of_abandoned_and_replaced_snapshots_end() throws IOException {
        SteppedJournal it = open();
        List<PayloadPlace> places = write(it, 1);
        snapshot(it);
        snapshot(it);
        it.append("entry");
        it.settle();
        it.journal.startSnapshot(it.journal.lastAppended()).abandon();
        it.settle();
        it.journal.payloads().release(places);
        it.settle();
        snapshot(it);
        it.settle();
        assertThat(listed()).isEmpty();
        write(it, 2);
        assertThat(it.failures).isEmpty();
    }

    @Test
    void damage_refuses_the_start_with_file_and_offset() throws IOException {
        SteppedJournal it = open();
        List<PayloadPlace> places = write(it, 1, 2);
        snapshot(it);
        it.settle();
        it.journal.close();
        assertThat(new JournalInspection(disk).check().problems()).isEmpty();
        String file = files().get(0);
        byte[] content = disk.content(file);
        int at = places.get(1).offset();
        content[at + 500] ^= 1;
        disk.put(file, content);
        assertThatThrownBy(this::open)
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining(file + " at offset " + at);
        assertThat(new JournalInspection(disk).check().problems())
                .singleElement()
                .asString()
                .contains(file + " at offset " + at);
    }

    @Test
    void a_payload_that_is_damaged_when_it_is_read_ends_the_process() throws IOException {
        SteppedJournal it = open();
        List<PayloadPlace> places = write(it, 1);
        disk.flipBit(files().get(0), places.get(0).offset() + 100, 3);
        assertThat(read(it, places)).isEmpty();
        assertThat(it.failures).singleElement().asString().contains("a payload cannot be read", "a payload is damaged");
        it.append("entry");
        it.settle();
        assertThat(it.journal.mayReply()).isZero();
    }

    @Test
    void a_manifest_that_lists_a_file_which_is_missing_refuses_the_start() throws IOException {
        SteppedJournal it = open();
        write(it, 1);
        snapshot(it);
        it.settle();
        it.journal.close();
        disk.remove(files().get(0));
        assertThatThrownBy(this::open).hasMessageContaining("is missing, but the manifest names it");
    }

    @Test
    void a_failed_write_leaves_them_in_memory_and_a_failed_sync_ends_the_process() throws IOException {
        SteppedJournal it = open();
        write(it, 1);
        disk.failAfter(1, SimDisk.Operation.WRITE);
        assertThat(write(it, 2)).isEmpty();
        assertThat(it.failures).isEmpty();
        assertThat(write(it, 3)).hasSize(1);
        it.append("entry");
        it.settle();
        SnapshotTarget target = it.journal.startSnapshot(it.journal.lastAppended());
        target.write(new byte[] {1}, 1);
        target.finish();
        // The first sync is that of the snapshot.
        disk.failAfter(2, SimDisk.Operation.SYNC);
        it.settle();
        assertThat(it.failures).singleElement().asString().contains("the payload files cannot be synced");
    }

    @Test
    void the_records_of_a_file_with_little_in_use_are_found() throws IOException {
        SteppedJournal it = open();
        List<PayloadFiles.Reclaiming.Found> found = new ArrayList<>();
        List<PayloadPlace> places = write(it, 1, 2);
        it.journal.payloads().reclaim(found::addAll);
        it.settle();
        assertThat(found).as("of the current file").isEmpty();
        disk.failAfter(1, SimDisk.Operation.WRITE);
        write(it, 3);
        it.journal.payloads().reclaim(found::addAll);
        it.settle();
        assertThat(found)
                .containsExactly(
                        new PayloadFiles.Reclaiming.Found(1, places.get(0)),
                        new PayloadFiles.Reclaiming.Found(2, places.get(1)));
    }
}
