package dev.reeve.engine.qless;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Keys with a time each, ordered by time, then key, and an estimate of their memory. */
public final class TimedKeys<K> {
    /** A key and its time. */
    public record Timed<K>(K key, long micros) {}

    /** A key without itself. */
    static final long OVERHEAD_BYTES = HeapBytes.HASH_ENTRY + 32 + HeapBytes.SLOT;

    private final NonIterableMap<K, Timed<K>> byKey = new NonIterableMap<>();
    private final RankedSet<Timed<K>> byTime;
    private final ToLongFunction<K> sizeBytes;
    private long bytes;

    TimedKeys(Comparator<? super K> order, ToLongFunction<K> sizeBytes) {
        this.byTime = new RankedSet<>(
                Comparator.<Timed<K>>comparingLong(Timed::micros).thenComparing(Timed::key, order));
        this.sizeBytes = sizeBytes;
    }

    public RankedSet<Timed<K>> all() {
        return byTime;
    }

    public @Nullable Timed<K> get(K key) {
        return byTime.isEmpty() ? null : byKey.get(key);
    }

    /** Sets the time of the key. Returns whether the key is new. */
    public boolean put(K key, long micros) {
        boolean known = remove(key);
        Timed<K> timed = new Timed<>(key, micros);
        byKey.put(key, timed);
        byTime.add(timed);
        bytes += sizeBytes.applyAsLong(key);
        return !known;
    }

    /** Returns whether the key was there. */
    public boolean remove(K key) {
        Timed<K> timed = byKey.remove(key);
        if (timed == null) {
            return false;
        }
        bytes -= sizeBytes.applyAsLong(key);
        return byTime.remove(timed);
    }

    /** At most {@code limit} keys with that time or an earlier one. */
    public List<Timed<K>> upTo(long micros, int limit) {
        int count = byTime.rankOf(timed -> timed.micros() <= micros ? -1 : 0);
        return byTime.page(0, Math.min(limit, count));
    }

    public void clear() {
        byKey.clear();
        byTime.clear();
        bytes = 0;
    }

    public long sizeBytes() {
        return bytes;
    }
}
