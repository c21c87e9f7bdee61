package dev.reeve.engine.job;

/**
 * A key that one job of a queue holds at a time.
 *
 * @param untilLeased whether the job holds the key until its first lease, rather than until its end
 * @param forMicros the least time for which it holds the key after it was added
 * @param otherwise what becomes of an add whose key is held by another job
 */
public record UniqueKey(String key, boolean untilLeased, long forMicros, Duplicate otherwise) {
    private static final long OVERHEAD_BYTES = 40 + 48 + HeapBytes.HASH_ENTRY;

    /** The estimated memory, with the place in the index of keys. */
    long sizeBytes() {
        return OVERHEAD_BYTES + HeapBytes.string(key);
    }
}
