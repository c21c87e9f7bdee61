package dev.reeve.engine.collection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The engine's hash collection; {@link JobTable} is the one for jobs by id. It has no iteration, because the order of a hash table may differ between a run
 * and its replay, and the engine must do the same in both.
 */
public final class NonIterableMap<K, V> {
    private Map<K, V> entries = new HashMap<>();

    public @Nullable V get(K key) {
        return entries.get(key);
    }

    public boolean contains(K key) {
        return entries.containsKey(key);
    }

    /** Returns the previous value of the key, if any. */
    public @Nullable V put(K key, V value) {
        return entries.put(key, value);
    }

    public @Nullable V remove(K key) {
        return entries.remove(key);
    }

    /** A map used as a set of the keys. */
    public static <K> NonIterableMap<K, K> of(List<K> keys) {
        NonIterableMap<K, K> map = new NonIterableMap<>();
        keys.forEach(key -> map.put(key, key));
        return map;
    }

    public int size() {
        return entries.size();
    }

    public void clear() {
        // The table of a map keeps its size, and clearing it takes time in proportion.
        entries = new HashMap<>();
    }
}
