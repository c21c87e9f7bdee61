package dev.reeve.server.journal;

/**
 * What opening a data directory found.
 *
 * @param snapshotPosition position of the snapshot that was loaded, 0 if there was none
 * @param entriesReplayed entries after the snapshot
 * @param lastPosition the last position there is
 * @param tornBytes bytes of an unfinished write that were dropped at the end
 */
public record RecoveryReport(
        long snapshotPosition, long entriesReplayed, long lastPosition, int tornBytes, long tookMillis) {}
