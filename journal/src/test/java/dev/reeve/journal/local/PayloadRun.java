package dev.reeve.journal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reeve.journal.KeyedPayload;
import dev.reeve.journal.PayloadPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A payload store on a simulated disk, with random owners of payloads, and the model: what each owner has stored. After a crash the
 * store must have everything that the last published list, or the one being published, refers to.
 */
final class PayloadRun {
    /** Small, so that a run fills many files. */
    static final int FILE_BYTES = 4096;

    static final long DIRECTORY = 77;

    final SimDisk disk;
    private final SplittableRandom random;
    private final long seed;
    private final TreeMap<Long, Owned> owned = new TreeMap<>();
    /** What the lists that may be on disk lead to, by version. */
    private final Map<Long, Map<Long, byte[]>> published = new HashMap<>(Map.of(0L, Map.of()));

    private @Nullable Map<Long, Owned> snapshot;
    private PayloadNeeds.@Nullable Listing listing;
    private long lastKey;
    private long lastVersion;
    private long moved;

    /** A payload as its owner knows it. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Owned(PayloadPlace place, byte[] bytes) {}

    PayloadRun(long seed) {
        this.seed = seed;
        disk = new SimDisk(seed);
        random = new SplittableRandom(seed);
    }

    SplittableRandom random() {
        return random;
    }

    /** How many lists were begun to be written. */
    long lists() {
        return lastVersion;
    }

    /** How many payloads were moved to reclaim space. */
    long moved() {
        return moved;
    }

    /** Opens the store as a start does, and compares all of it. */
    PayloadStore open() throws IOException {
        PayloadList list = PayloadList.load(disk);
        assertThat(published).as("seed %s", seed).containsKey(list.version());
        Map<Long, byte[]> expected = Objects.requireNonNull(published.get(list.version()));
        PayloadStore store = PayloadStore.open(disk, DIRECTORY, list.extents(), FILE_BYTES);
        store.deleteUnneeded();
        PayloadStore.verify(disk, DIRECTORY, list.extents());
        assertThat(list.places().keySet()).isEqualTo(expected.keySet());
        owned.clear();
        snapshot = null;
        for (Map.Entry<Long, PayloadPlace> place : list.places().entrySet()) {
            store.refer(place.getValue());
            byte[] bytes = Objects.requireNonNull(expected.get(place.getKey()));
            owned.put(place.getKey(), new Owned(place.getValue(), bytes));
        }
        compare(store, owned.values());
        published.keySet().retainAll(List.of(list.version()));
        assertThat(disk.list().stream().filter(name -> PayloadExtent.numberOf(name) != 0))
                .as("files after a start, seed %s", seed)
                .hasSameSizeAs(list.extents());
        return store;
    }

    /** Makes random changes; an exception of the disk ends it. */
    void change(PayloadStore store, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            change(store);
        }
    }

    private void change(PayloadStore store) throws IOException {
        switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> append(store);
            case 4, 5 -> releaseSome(store);
            case 6 -> releaseOldest(store);
            case 7 -> compareSome(store);
            case 8, 9 -> list(store);
            default -> reclaim(store);
        }
    }

    private void append(PayloadStore store) throws IOException {
        List<KeyedPayload> payloads = new ArrayList<>();
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            int longest = random.nextInt(40) == 0 ? 2 * FILE_BYTES : 700;
            byte[] bytes = new byte[random.nextInt(longest)];
            random.nextBytes(bytes);
            payloads.add(new KeyedPayload(++lastKey, bytes));
        }
        List<PayloadPlace> places = store.append(payloads);
        for (int i = 0; i < count; i++) {
            owned.put(
                    payloads.get(i).key(),
                    new Owned(places.get(i), payloads.get(i).payload()));
        }
    }

    private void releaseSome(PayloadStore store) {
        for (int i = random.nextInt(4); i >= 0 && !owned.isEmpty(); i--) {
            Long key = owned.ceilingKey(owned.firstKey() + random.nextLong(lastKey - owned.firstKey() + 1));
            release(store, key == null ? owned.lastKey() : key);
        }
    }

    private void releaseOldest(PayloadStore store) {
        for (int i = random.nextInt(10); i > 0 && !owned.isEmpty(); i--) {
            release(store, owned.firstKey());
        }
    }

    private void release(PayloadStore store, long key) {
        store.release(Objects.requireNonNull(owned.remove(key)).place);
    }

    private void compareSome(PayloadStore store) throws IOException {
        compare(
                store,
                owned.values().stream().filter(owner -> random.nextInt(3) > 0).toList());
    }

    private void compare(PayloadStore store, Collection<Owned> owners) throws IOException {
        Map<PayloadPlace, byte[]> read = new HashMap<>();
        store.bytes().read(owners.stream().map(Owned::place).toList(), read::put);
        for (Owned owner : owners) {
            assertThat(read.get(owner.place))
                    .as("seed %s: %s", seed, owner.place)
                    .isEqualTo(owner.bytes);
        }
    }

    /** Begins a list, or ends the one that was begun. */
    private void list(PayloadStore store) throws IOException {
        Map<Long, Owned> begun = snapshot;
        if (begun == null) {
            listing = store.beginList();
            snapshot = new TreeMap<>(owned);
        } else if (random.nextInt(6) == 0) {
            store.abandonList(Objects.requireNonNull(listing));
            snapshot = null;
        } else {
            publish(store, begun);
        }
    }

    private void publish(PayloadStore store, Map<Long, Owned> begun) throws IOException {
        Map<Long, PayloadPlace> places = new TreeMap<>();
        Map<Long, byte[]> contents = new TreeMap<>();
        begun.forEach((key, then) -> {
            // The snapshot refers to the payload before or after it was moved.
            Owned now = owned.get(key);
            places.put(key, now != null && random.nextBoolean() ? now.place : then.place);
            contents.put(key, then.bytes);
        });
        List<PayloadExtent> extents = store.syncList(Objects.requireNonNull(listing));
        long version = ++lastVersion;
        published.put(version, contents);
        new PayloadList(version, extents, places).publish(disk);
        store.listed(Objects.requireNonNull(listing));
        published.keySet().retainAll(List.of(version));
        snapshot = null;
    }

    /** Moves the live payloads of the emptiest file. */
    private void reclaim(PayloadStore store) throws IOException {
        PayloadExtent sparse = store.emptiest();
        if (sparse == null) {
            return;
        }
        List<KeyedPayload> live = new ArrayList<>();
        store.scan(sparse, (key, place, payload) -> {
            Owned owner = owned.get(key);
            if (owner != null && owner.place.equals(place)) {
                byte[] bytes = new byte[payload.remaining()];
                payload.get(bytes);
                live.add(new KeyedPayload(key, bytes));
            }
        });
        List<PayloadPlace> places = store.append(live);
        for (int i = 0; i < places.size(); i++) {
            long key = live.get(i).key();
            Owned owner = Objects.requireNonNull(owned.get(key));
            store.release(owner.place);
            owned.put(key, new Owned(places.get(i), owner.bytes));
        }
        moved += places.size();
        store.deleteUnneeded();
    }

    /** A failure came into a change: gives up the list that was begun. */
    void abandon(PayloadStore store) {
        if (snapshot != null) {
            store.abandonList(Objects.requireNonNull(listing));
            snapshot = null;
        }
    }

    /** Reclaims all that can be, and publishes a list. */
    void settle(PayloadStore store) throws IOException {
        abandon(store);
        while (store.emptiest() != null) {
            reclaim(store);
        }
        listing = store.beginList();
        publish(store, new TreeMap<>(owned));
        compare(store, owned.values());
    }

    /** The size of all payload files on the disk. */
    long diskBytes() throws IOException {
        long bytes = 0;
        for (String name : disk.list()) {
            bytes += PayloadExtent.numberOf(name) == 0 ? 0 : disk.content(name).length;
        }
        return bytes;
    }
}
