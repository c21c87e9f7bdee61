package dev.reeve.server.node;

import java.util.function.LongSupplier;

/**
 * What the node is told to keep to.
 *
 * @param memoryBytes live data past which growing commands are refused
 * @param unsyncedBytes bytes on their way to the disk past which sessions are not read
 * @param seeds where the randomness of entries comes from
 */
public record NodeSettings(long memoryBytes, long unsyncedBytes, LongSupplier seeds) {}
