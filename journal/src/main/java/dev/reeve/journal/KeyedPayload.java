package dev.reeve.journal;

/**
 * A payload to store.
 *
 * @param key what its owner knows it by
 */
@SuppressWarnings("ArrayRecordComponent")
public record KeyedPayload(long key, byte[] payload) {}
