package dev.reeve.node;

import java.util.function.LongSupplier;

/**
 * Limits and inputs of a node.
 *
 * @param memoryBytes live data above which commands that add data are refused
 * @param unsyncedBytes appended bytes, not yet durable, above which sessions are not read
 * @param seeds source of the random seeds of entries
 */
public record NodeSettings(long memoryBytes, long unsyncedBytes, LongSupplier seeds) {}
