package dev.reeve.engine.collection;

/**
 * Several elements of a {@link RankedSet} that have no objects of their own. The set refers to the pack and to the number of a slot in
 * it.
 */
public interface Pack<T> {
    /** The element, as the same object for all who may compare it by identity. */
    T element(int slot);

    /** As {@link #element}, to look at: valid until the next call for any pack. */
    T glance(int slot);
}
