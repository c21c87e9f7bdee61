package dev.reeve.engine.collection;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The engine's only hash collection. It offers no iteration, because a hash order may differ between two replicas or
 * between a run and its replay, and everything the engine does must be the same in both.
 */
public final class NonIterableMap<K, V> {
    private final Map<K, V> entries = new HashMap<>();

    public @Nullable V get(K key) {
        return entries.get(key);
    }

    public boolean contains(K key) {
        return entries.containsKey(key);
    }

    /** The reply is what the key stood for before, if anything. */
    public @Nullable V put(K key, V value) {
        return entries.put(key, value);
    }

    public @Nullable V remove(K key) {
        return entries.remove(key);
    }

    /** For asking whether something is among these, however many they are. */
    public static <K> NonIterableMap<K, K> of(List<K> keys) {
        NonIterableMap<K, K> lookup = new NonIterableMap<>();
        keys.forEach(key -> lookup.put(key, key));
        return lookup;
    }

    public int size() {
        return entries.size();
    }

    public void clear() {
        entries.clear();
    }
}
