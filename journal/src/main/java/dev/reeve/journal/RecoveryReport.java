package dev.reeve.journal;

/**
 * The result of opening a data directory.
 *
 * @param snapshotPosition position of the loaded snapshot, 0 if there was none
 * @param entriesReplayed entries after the snapshot
 * @param lastPosition the last position
 * @param tornBytes bytes of a torn write that were dropped at the end
 */
public record RecoveryReport(
        long snapshotPosition, long entriesReplayed, long lastPosition, int tornBytes, long tookMillis) {}
