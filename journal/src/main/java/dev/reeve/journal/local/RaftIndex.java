package dev.reeve.journal.local;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a replicated log knows of its entries in memory: for each its position in the journal and its place on disk, and
 * the bytes of the newest. Thread-safe.
 *
 * <p>Invariants: the indexes are consecutive, and so positions grow with them. An empty log has {@code last = first - 1}.
 */
final class RaftIndex {
    /** @param offset where the record begins in the segment; its length counts the record's header */
    record Place(long generation, int offset, int length) {}

    /** What an entry in memory takes besides its bytes: the header of the array, its place in the table, the key. */
    static final int CACHED_ENTRY_BYTES = 80;

    /** What each entry takes, in memory or not: its places in the three tables, which may be half empty. */
    static final int ENTRY_BYTES = 2 * (2 * Long.BYTES + Integer.BYTES);

    private final long cacheLimit;
    private final Map<Long, byte[]> cached = new HashMap<>();
    /** The first index of each run of entries with the same term. */
    private final NavigableMap<Long, Long> terms = new TreeMap<>();

    private final NavigableSet<Long> members = new TreeSet<>();
    private final NavigableSet<Long> empties = new TreeSet<>();
    private long[] positions = new long[16];
    private long[] places = new long[16];
    private int[] lengths = new int[16];
    private int head;
    private int count;
    private long first = 1;
    private long firstCached = 1;
    private long cachedBytes;

    /** @param cacheLimit of what the newest entries take of the heap; the last one is kept even so */
    RaftIndex(long cacheLimit) {
        this.cacheLimit = cacheLimit;
    }

    synchronized long first() {
        return first;
    }

    synchronized long last() {
        return first + count - 1;
    }

    private boolean has(long index) {
        return index >= first && index < first + count;
    }

    /** The term of an entry; 0 if there is none. */
    synchronized long term(long index) {
        return has(index) ? terms.floorEntry(index).getValue() : 0;
    }

    private RaftEntry.Type type(long index) {
        if (members.contains(index)) {
            return RaftEntry.Type.MEMBERS;
        }
        return empties.contains(index) ? RaftEntry.Type.EMPTY : RaftEntry.Type.DATA;
    }

    /** The indexes of the entries that name members, in order. */
    synchronized long[] members() {
        return members.stream().mapToLong(Long::longValue).toArray();
    }

    /** The entry, if its bytes are in memory. */
    synchronized @Nullable RaftEntry cached(long index) {
        byte[] bytes = has(index) ? cached.get(index) : null;
        return bytes == null ? null : new RaftEntry(index, term(index), type(index), bytes);
    }

    /** Where an entry is; null if there is none. */
    synchronized @Nullable Place place(long index) {
        if (!has(index)) {
            return null;
        }
        int at = slot(index);
        return new Place(places[at] >>> 32, (int) places[at], lengths[at]);
    }

    /** The position after which the journal has all entries of the log. */
    synchronized long positionBefore(long lastPosition) {
        return count == 0 ? lastPosition : positions[head] - 1;
    }

    private int slot(long index) {
        return head + (int) (index - first);
    }

    synchronized void append(RaftEntry entry, long position, Place place) {
        if (entry.index() != last() + 1) {
            throw new IllegalArgumentException("expected entry " + (last() + 1) + ", but got " + entry.index());
        }
        if (head + count == positions.length) {
            makeRoom();
        }
        int at = head + count;
        positions[at] = position;
        places[at] = (long) Math.toIntExact(place.generation()) << 32 | place.offset();
        lengths[at] = place.length();
        count++;
        Map.Entry<Long, Long> run = terms.lastEntry();
        if (run == null || run.getValue() != entry.term()) {
            terms.put(entry.index(), entry.term());
        }
        if (entry.type() == RaftEntry.Type.MEMBERS) {
            members.add(entry.index());
        } else if (entry.type() == RaftEntry.Type.EMPTY) {
            empties.add(entry.index());
        }
        keep(entry);
    }

    private void makeRoom() {
        int capacity = count > positions.length / 2 ? Math.multiplyExact(2, positions.length) : positions.length;
        positions = Arrays.copyOf(Arrays.copyOfRange(positions, head, head + count), capacity);
        places = Arrays.copyOf(Arrays.copyOfRange(places, head, head + count), capacity);
        lengths = Arrays.copyOf(Arrays.copyOfRange(lengths, head, head + count), capacity);
        head = 0;
    }

    private void keep(RaftEntry entry) {
        if (cached.isEmpty()) {
            firstCached = entry.index();
        }
        cached.put(entry.index(), entry.bytes());
        cachedBytes += CACHED_ENTRY_BYTES + entry.bytes().length;
        while (cachedBytes > cacheLimit && firstCached < entry.index()) {
            forget(firstCached++);
        }
    }

    private void forget(long index) {
        cachedBytes -= CACHED_ENTRY_BYTES + Objects.requireNonNull(cached.remove(index)).length;
    }

    /** Removes the entries above {@code last}. */
    synchronized void cutSuffix(long last) {
        if (last < first - 1 || last > last()) {
            throw new IllegalArgumentException(
                    "expected an index from " + (first - 1) + " to " + last() + ", but got " + last);
        }
        for (long index = Math.max(firstCached, last + 1); index <= last(); index++) {
            if (cached.containsKey(index)) {
                forget(index);
            }
        }
        count = (int) (last - first + 1);
        terms.tailMap(last, false).clear();
        members.tailSet(last, false).clear();
        empties.tailSet(last, false).clear();
    }

    /** Removes the entries below {@code newFirst}, which the log begins with afterwards, even if it is empty. */
    synchronized void cutPrefix(long newFirst) {
        if (newFirst <= first) {
            return;
        }
        if (newFirst > last()) {
            reset(newFirst);
            return;
        }
        while (!cached.isEmpty() && firstCached < newFirst) {
            forget(firstCached++);
        }
        long term = term(newFirst);
        terms.headMap(newFirst, false).clear();
        terms.put(newFirst, term);
        members.headSet(newFirst, false).clear();
        empties.headSet(newFirst, false).clear();
        int removed = (int) (newFirst - first);
        head += removed;
        count -= removed;
        first = newFirst;
    }

    /** Removes all entries. */
    synchronized void reset(long next) {
        cached.clear();
        cachedBytes = 0;
        terms.clear();
        members.clear();
        empties.clear();
        head = 0;
        count = 0;
        first = next;
        firstCached = next;
    }
}
