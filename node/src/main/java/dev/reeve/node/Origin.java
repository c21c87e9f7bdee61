package dev.reeve.node;

import org.jspecify.annotations.Nullable;

/**
 * Where a call comes from.
 *
 * @param address the address of the client
 * @param identity who the client is; null if clients need not say so
 */
public record Origin(String door, String address, @Nullable String identity) {}
