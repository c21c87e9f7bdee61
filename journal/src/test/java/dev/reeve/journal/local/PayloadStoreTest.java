package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadPlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Payload files: what is written, read, listed and deleted. */
class PayloadStoreTest {
    private static final int FILE_BYTES = 64 << 10;
    private static final long DIRECTORY = 5;

    private final SimDisk disk = new SimDisk(1);

    @TempDir
    Path temporary;

    private static PayloadStore open(Disk disk, List<PayloadExtent> listed) throws IOException {
        PayloadStore store = PayloadStore.open(disk, DIRECTORY, listed, FILE_BYTES);
        store.deleteUnneeded();
        return store;
    }

    private static byte[] payload(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) (length % 127 + 1));
        return bytes;
    }

    private static PayloadPlace append(PayloadStore store, int length) throws IOException {
        return store.append(List.of(new KeyedPayload(length, payload(length)))).get(0);
    }

    private static void assertReads(PayloadStore store, List<PayloadPlace> places) throws IOException {
        Map<PayloadPlace, byte[]> read = new HashMap<>();
        store.bytes().read(places, read::put);
        assertThat(read).hasSameSizeAs(places);
        read.forEach((place, bytes) -> assertThat(bytes).isEqualTo(payload(place.length())));
    }

    private static List<PayloadExtent> list(PayloadStore store) throws IOException {
        PayloadNeeds.Listing list = store.beginList();
        List<PayloadExtent> listed = store.syncList(list);
        store.listed(list);
        return listed;
    }

    private List<String> files() throws IOException {
        return disk.list();
    }

    private static String name(PayloadPlace place) {
        return PayloadExtent.nameOf(place.file());
    }

    /** Lengths around the alignment, the buffer, which is 256 KiB, and the size of a file. */
    @Test
    void payloads_of_all_sizes_come_back() throws IOException {
        List<KeyedPayload> payloads = new ArrayList<>();
        for (int length :
                new int[] {0, 1, 7, 8, 9, 200, FILE_BYTES, 10, 300_000, 11, 262_128, 262_129, 12, 2_000_000}) {
            payloads.add(new KeyedPayload(length, payload(length)));
        }
        PayloadStore store = open(disk, List.of());
        List<PayloadPlace> places = store.append(payloads);
        assertThat(places).extracting(PayloadPlace::length).containsExactlyElementsOf(lengths(payloads));
        assertReads(store, places);
        List<PayloadExtent> listed = list(store);
        store.close();
        PayloadStore again = open(disk, listed);
        PayloadStore.verify(disk, DIRECTORY, listed);
        List<PayloadPlace> reversed = new ArrayList<>(places);
        Collections.reverse(reversed);
        assertReads(again, reversed);
    }

    private static List<Integer> lengths(List<KeyedPayload> payloads) {
        return payloads.stream().map(one -> one.payload().length).toList();
    }

    @Test
    void records_have_their_keys() throws IOException {
        PayloadStore store = open(disk, List.of());
        store.append(List.of(new KeyedPayload(7, payload(10)), new KeyedPayload(-3, payload(20))));
        List<Long> keys = new ArrayList<>();
        for (PayloadExtent extent : list(store)) {
            store.scan(extent, (key, place, bytes) -> {
                keys.add(key);
                assertThat(bytes.remaining()).isEqualTo(place.length());
            });
        }
        assertThat(keys).containsExactly(7L, -3L);
    }

    @Test
    void neighbours_are_read_at_once() throws IOException {
        int[] reads = {0};
        WatchedDisk watched = new WatchedDisk(disk, new WatchedDisk.Watcher() {
            @Override
            public void at(WatchedDisk.Moment moment, WatchedDisk.Change change) {}

            @Override
            public void reads(WatchedDisk.Moment moment, WatchedDisk.Change read) {
                reads[0] += moment == WatchedDisk.Moment.AFTER ? 1 : 0;
            }
        });
        PayloadStore store = open(watched, List.of());
        List<KeyedPayload> payloads = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            payloads.add(new KeyedPayload(i, payload(200 + i)));
        }
        List<PayloadPlace> places = store.append(payloads);
        assertReads(store, places);
        assertThat(reads[0]).isEqualTo(1);
        assertReads(store, List.of(places.get(0), places.get(149)));
        assertThat(reads[0]).isEqualTo(3);
    }

    @Test
    void more_files_are_read_than_are_open_at_once() throws IOException {
        PayloadStore store = open(disk, List.of());
        List<PayloadPlace> places = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            places.add(append(store, FILE_BYTES + i));
        }
        assertThat(files()).hasSize(40);
        assertReads(store, places);
        assertReads(store, places);
    }

    @Test
    void a_wrong_place_is_refused() throws IOException {
        PayloadStore store = open(disk, List.of());
        append(store, 100);
        PayloadPlace place = append(store, 200);
        for (PayloadPlace wrong : List.of(
                new PayloadPlace(place.file(), place.offset() + 8, place.length()),
                new PayloadPlace(place.file(), place.offset(), place.length() - 1),
                new PayloadPlace(place.file(), place.offset(), place.length() + 10_000))) {
            assertThatThrownBy(() -> store.bytes().read(List.of(wrong), (at, bytes) -> {}))
                    .isInstanceOf(JournalCorruptException.class)
                    .hasMessageContaining(" at offset " + wrong.offset() + ": a payload is damaged");
        }
    }

    @Test
    void a_snapshot_must_not_refer_to_what_is_not_listed() throws IOException {
        PayloadPlace place;
        List<PayloadExtent> listed;
        try (PayloadStore store = open(disk, List.of())) {
            place = append(store, 100);
            listed = list(store);
            append(store, 100);
        }
        PayloadStore store = open(disk, listed);
        store.refer(place);
        int behind = (int) place.end();
        for (PayloadPlace unknown : List.of(
                new PayloadPlace(place.file(), behind, 100),
                new PayloadPlace(place.file(), place.offset(), 101 + 8),
                new PayloadPlace(place.file(), place.offset(), Integer.MAX_VALUE),
                new PayloadPlace(place.file(), 0, 10),
                new PayloadPlace(place.file(), place.offset(), -1),
                new PayloadPlace(place.file() + 1, place.offset(), 100))) {
            assertThatThrownBy(() -> store.refer(unknown))
                    .isInstanceOf(JournalCorruptException.class)
                    .hasMessageContaining("which the manifest does not list");
        }
        assertThat(store.liveBytes()).isEqualTo(place.recordBytes());
    }

    @Test
    void what_is_released_twice_is_a_bug() throws IOException {
        PayloadStore store = open(disk, List.of());
        PayloadPlace place = append(store, 100);
        store.release(place);
        assertThatThrownBy(() -> store.release(place)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_file_that_was_never_listed_is_deleted_with_its_last_payload() throws IOException {
        PayloadStore store = open(disk, List.of());
        PayloadPlace first = append(store, FILE_BYTES);
        PayloadPlace second = append(store, FILE_BYTES);
        store.release(first);
        store.deleteUnneeded();
        assertThat(files()).containsExactly(name(second));
    }

    @Test
    void a_listed_file_stays_until_a_list_without_it_is_durable() throws IOException {
        PayloadStore store = open(disk, List.of());
        PayloadPlace first = append(store, FILE_BYTES);
        PayloadPlace second = append(store, FILE_BYTES);
        list(store);
        store.release(first);
        store.deleteUnneeded();
        PayloadNeeds.Listing list = store.beginList();
        assertThat(store.syncList(list)).extracting(PayloadExtent::number).containsExactly(second.file());
        store.deleteUnneeded();
        assertThat(files()).containsExactly(name(first), name(second));
        store.listed(list);
        assertThat(files()).containsExactly(name(second));
    }

    @Test
    void what_a_running_snapshot_may_have_seen_is_listed() throws IOException {
        PayloadStore store = open(disk, List.of());
        PayloadPlace before = append(store, FILE_BYTES);
        PayloadNeeds.Listing list = store.beginList();
        PayloadPlace during = append(store, FILE_BYTES);
        PayloadPlace last = append(store, FILE_BYTES);
        store.release(before);
        store.release(during);
        store.deleteUnneeded();
        assertThat(store.syncList(list))
                .extracting(PayloadExtent::number)
                .containsExactly(before.file(), during.file(), last.file());
        store.listed(list);
        assertReads(store, List.of(before, during, last));
        list(store);
        assertThat(files()).containsExactly(name(last));
    }

    @Test
    void after_a_manifest_that_may_be_on_disk_nothing_of_either_is_deleted() throws IOException {
        PayloadStore store = open(disk, List.of());
        PayloadPlace first = append(store, FILE_BYTES);
        list(store);
        PayloadPlace second = append(store, FILE_BYTES);
        PayloadPlace third = append(store, FILE_BYTES);
        store.release(first);
        PayloadNeeds.Listing list = store.beginList();
        store.syncList(list);
        store.abandonList(list);
        store.release(second);
        store.deleteUnneeded();
        assertThat(files()).containsExactly(name(first), name(second), name(third));
        list(store);
        assertThat(files()).containsExactly(name(third));
    }

    @Test
    void the_file_with_the_fewest_live_bytes_is_reclaimed_first() throws IOException {
        PayloadStore store = open(disk, List.of());
        List<PayloadPlace> places = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            places.add(append(store, FILE_BYTES / 4 - 100 + i));
        }
        assertThat(files()).hasSize(3);
        assertThat(store.emptiest()).isNull();
        // One of four is left of the first file, two of four of the second.
        places.subList(0, 3).forEach(store::release);
        assertThat(store.emptiest())
                .extracting(extent -> Objects.requireNonNull(extent).number())
                .isEqualTo(1L);
        store.release(places.get(3));
        assertThat(store.emptiest()).isNull();
        places.subList(4, 6).forEach(store::release);
        assertThat(store.emptiest()).isNotNull();
        // The third file is the current one.
        places.subList(8, 11).forEach(store::release);
        assertThat(store.emptiest())
                .extracting(extent -> Objects.requireNonNull(extent).number())
                .isEqualTo(2L);
    }

    @Test
    void after_a_failed_write_the_rest_goes_to_another_file() throws IOException {
        PayloadStore store = open(disk, List.of());
        PayloadPlace before = append(store, 1_000);
        disk.failAfter(1, SimDisk.Operation.WRITE);
        assertThatThrownBy(() -> append(store, 2_000)).hasMessageContaining("simulated failure of write");
        assertThat(store.liveBytes()).isEqualTo(before.recordBytes());
        PayloadPlace after = append(store, 2_000);
        assertThat(after.file()).isGreaterThan(before.file());
        assertReads(store, List.of(before, after));
        List<PayloadExtent> listed = list(store);
        disk.powerCut();
        PayloadStore.verify(disk, DIRECTORY, listed);
        assertReads(open(disk, listed), List.of(before, after));
    }

    @Test
    void after_a_failed_sync_nothing_is_appended_or_listed_any_more() throws IOException {
        PayloadStore store = open(disk, List.of());
        append(store, 1_000);
        PayloadNeeds.Listing list = store.beginList();
        disk.failAfter(1, SimDisk.Operation.SYNC);
        assertThatThrownBy(() -> store.syncList(list)).hasMessageContaining("simulated failure of sync");
        assertThatThrownBy(() -> store.syncList(list)).hasMessageContaining("simulated failure of sync");
        assertThatThrownBy(() -> append(store, 1)).hasMessageContaining("a sync of the payload files failed");
    }

    @Test
    void a_file_that_is_full_is_synced_before_another_is_begun() throws IOException {
        PayloadStore store = open(disk, List.of());
        append(store, FILE_BYTES);
        disk.failAfter(1, SimDisk.Operation.SYNC);
        assertThatThrownBy(() -> append(store, 1)).hasMessageContaining("simulated failure of sync");
        assertThatThrownBy(() -> append(store, 1)).hasMessageContaining("a sync of the payload files failed");
    }

    @Test
    void real_files() throws IOException {
        RealDisk real = RealDisk.open(temporary.resolve("data"));
        List<PayloadPlace> places;
        List<PayloadExtent> listed;
        try (PayloadStore store = open(real, List.of())) {
            List<KeyedPayload> payloads = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                payloads.add(new KeyedPayload(i, payload(i)));
            }
            places = store.append(payloads);
            assertReads(store, places);
            listed = list(store);
            append(store, 50);
        }
        try (PayloadStore store = open(real, listed)) {
            PayloadStore.verify(real, DIRECTORY, listed);
            for (PayloadPlace place : places) {
                store.refer(place);
            }
            assertReads(store, places);
            places.subList(0, 1_500).forEach(store::release);
            list(store);
            assertReads(store, places.subList(1_500, 2_000));
            assertThat(real.list()).hasSizeLessThan(listed.size());
        }
    }
}
