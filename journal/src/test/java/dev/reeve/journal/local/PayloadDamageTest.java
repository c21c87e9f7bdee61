package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Damage of every kind at every place of payload files: it is found at the start, and named with file and offset. */
class PayloadDamageTest {
    private static final int FILE_BYTES = 1024;

    private final SimDisk disk = new SimDisk(1);
    private List<PayloadPlace> places = List.of();
    private List<PayloadExtent> extents = List.of();

    @BeforeEach
    void store() throws IOException {
        try (PayloadStore store = PayloadStore.open(disk, PayloadRun.DIRECTORY, List.of(), FILE_BYTES)) {
            List<KeyedPayload> payloads = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                byte[] bytes = new byte[150 + i % 3];
                Arrays.fill(bytes, (byte) i);
                payloads.add(new KeyedPayload(i, bytes));
            }
            places = store.append(payloads);
            PayloadNeeds.Listing list = store.beginList();
            extents = store.syncList(list);
            store.listed(list);
        }
        assertThat(extents).hasSizeGreaterThan(2);
        start();
    }

    private void start() throws IOException {
        try (PayloadStore store = PayloadStore.open(disk, PayloadRun.DIRECTORY, extents, FILE_BYTES)) {
            store.deleteUnneeded();
        }
        PayloadStore.verify(disk, PayloadRun.DIRECTORY, extents);
    }

    private void assertRefused(PayloadExtent extent, String problem) {
        assertThatThrownBy(this::start)
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageStartingWith("sim/" + extent.name() + " at offset ")
                .hasMessageContaining(problem);
    }

    @Test
    void a_flipped_bit() {
        for (PayloadExtent extent : extents) {
            for (int offset = 0; offset < extent.bytes(); offset++) {
                for (int bit = 0; bit < 8; bit++) {
                    disk.flipBit(extent.name(), offset, bit);
                    assertRefused(extent, "");
                    disk.flipBit(extent.name(), offset, bit);
                }
            }
        }
    }

    @Test
    void a_flipped_bit_is_found_when_a_payload_is_read() throws IOException {
        PayloadStore store = PayloadStore.open(disk, PayloadRun.DIRECTORY, extents, FILE_BYTES);
        PayloadPlace place = places.get(4);
        for (int offset = place.offset(); offset < place.end(); offset++) {
            disk.flipBit(PayloadExtent.nameOf(place.file()), offset, offset % 8);
            assertThatThrownBy(() -> store.bytes().read(List.of(place), (at, bytes) -> {}))
                    .isInstanceOf(JournalCorruptException.class)
                    .hasMessageStartingWith(
                            "sim/" + PayloadExtent.nameOf(place.file()) + " at offset " + place.offset());
            disk.flipBit(PayloadExtent.nameOf(place.file()), offset, offset % 8);
        }
    }

    /** All records have the same size here, and each is valid where it was written. */
    @Test
    void a_record_at_the_place_of_another() {
        for (PayloadPlace one : places) {
            for (PayloadPlace another : places) {
                if (!one.equals(another)) {
                    byte[] own = disk.content(PayloadExtent.nameOf(one.file()));
                    byte[] other = disk.content(PayloadExtent.nameOf(another.file()));
                    byte[] mixed = own.clone();
                    System.arraycopy(other, another.offset(), mixed, one.offset(), one.recordBytes());
                    disk.put(PayloadExtent.nameOf(one.file()), mixed);
                    assertRefused(
                            new PayloadExtent(one.file(), 0), "at offset " + one.offset() + ": a payload is damaged");
                    disk.put(PayloadExtent.nameOf(one.file()), own);
                }
            }
        }
    }

    @Test
    void a_lost_end() {
        PayloadExtent extent = extents.get(1);
        byte[] content = disk.content(extent.name());
        for (int length = 0; length < extent.bytes(); length++) {
            disk.put(extent.name(), Arrays.copyOf(content, length));
            assertRefused(extent, "expected at least " + extent.bytes() + " bytes");
            disk.put(extent.name(), Arrays.copyOf(Arrays.copyOf(content, length), content.length));
            if (!Arrays.equals(disk.content(extent.name()), content)) {
                assertRefused(extent, "");
            }
        }
    }

    @Test
    void a_file_that_is_missing_or_in_the_wrong_place() throws IOException {
        String one = extents.get(0).name();
        String another = extents.get(1).name();
        disk.swap(one, another);
        assertThatThrownBy(this::start)
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageStartingWith("sim/payload-");
        disk.swap(one, another);
        start();
        disk.remove(another);
        assertRefused(extents.get(1), "is missing, but the manifest names it");
    }

    @Test
    void a_file_of_another_directory() throws IOException {
        SimDisk other = new SimDisk(2);
        PayloadStore store = PayloadStore.open(other, PayloadRun.DIRECTORY + 1, List.of(), FILE_BYTES);
        store.append(List.of(new KeyedPayload(1, new byte[2 * FILE_BYTES])));
        byte[] foreign = other.content(PayloadExtent.nameOf(1));
        PayloadExtent first = extents.get(0);
        byte[] own = disk.content(first.name());
        disk.put(first.name(), foreign);
        assertRefused(first, "belongs to another data directory");
        disk.put(first.name(), own);
        disk.put(PayloadExtent.nameOf(99), foreign);
        assertRefused(new PayloadExtent(99, 0), "belongs to another data directory");
        assertThat(disk.exists(PayloadExtent.nameOf(99))).isTrue();
    }

    /** What a process wrote after its last list. */
    @Test
    void bytes_behind_the_list_are_not_looked_at() throws IOException {
        PayloadExtent last = extents.get(extents.size() - 1);
        byte[] content = disk.content(last.name());
        byte[] longer = Arrays.copyOf(content, content.length + 500);
        Arrays.fill(longer, content.length, longer.length, (byte) 7);
        disk.put(last.name(), longer);
        disk.put(PayloadExtent.nameOf(99), new byte[10]);
        start();
        assertThat(disk.exists(PayloadExtent.nameOf(99))).isFalse();
    }
}
