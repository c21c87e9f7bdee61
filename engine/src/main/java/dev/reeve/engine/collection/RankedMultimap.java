package dev.reeve.engine.collection;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A sorted set for each key. A key without elements is not kept. */
public final class RankedMultimap<K, V> {
    private final NonIterableMap<K, RankedSet<V>> byKey = new NonIterableMap<>();
    private final Comparator<? super V> order;

    public RankedMultimap(Comparator<? super V> order) {
        this.order = order;
    }

    /** The elements of the key; null if it has none. */
    public @Nullable RankedSet<V> get(K key) {
        return byKey.size() == 0 ? null : byKey.get(key);
    }

    /** Returns whether the key had no elements before. */
    public boolean add(K key, V value) {
        RankedSet<V> values = byKey.get(key);
        boolean isNew = values == null;
        if (values == null) {
            values = new RankedSet<>(order);
            byKey.put(key, values);
        }
        values.add(value);
        return isNew;
    }

    /** Returns whether the key has no elements any more. */
    public boolean remove(K key, V value) {
        RankedSet<V> values = get(key);
        boolean isLast = values != null && values.remove(value) && values.isEmpty();
        if (isLast) {
            byKey.remove(key);
        }
        return isLast;
    }

    /** The number of keys. */
    public int keyCount() {
        return byKey.size();
    }

    public void clear() {
        byKey.clear();
    }
}
