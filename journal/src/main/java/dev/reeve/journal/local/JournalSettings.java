package dev.reeve.journal.local;

/**
 * Settings for writing a data directory.
 *
 * @param segmentBytes size of a segment file, which is filled with zeros in advance
 * @param syncIntervalMillis longest time between two syncs with {@link Durability#INTERVAL}
 * @param markDelayMillis delay of the mark after the last sync of a burst
 * @param reserveBytes free space in prepared segments below which every write is refused while the disk is full
 * @param slowSyncMillis a sync that takes this long is logged as a warning
 */
public record JournalSettings(
        int segmentBytes,
        Durability durability,
        long syncIntervalMillis,
        long markDelayMillis,
        int reserveBytes,
        long slowSyncMillis) {
    public static final int SMALLEST_SEGMENT_BYTES = 16 << 10;
    private static final int MAX_SEGMENT_BYTES = 1 << 30;
    private static final int RESERVE_BYTES = 4 << 20;
    private static final long SLOW_SYNC_MILLIS = 1_000;

    public JournalSettings {
        if (segmentBytes < SMALLEST_SEGMENT_BYTES || segmentBytes > MAX_SEGMENT_BYTES || segmentBytes % 8 != 0) {
            throw new IllegalArgumentException("expected a segment size from " + SMALLEST_SEGMENT_BYTES + " to "
                    + MAX_SEGMENT_BYTES + " bytes, a multiple of 8, but got " + segmentBytes);
        }
        if (syncIntervalMillis < 1 || markDelayMillis < 1 || reserveBytes < 1) {
            throw new IllegalArgumentException("expected intervals and reserve above 0");
        }
    }

    public static JournalSettings defaults() {
        return new JournalSettings(64 << 20, Durability.ALWAYS, 1_000, 5, RESERVE_BYTES, SLOW_SYNC_MILLIS);
    }

    /** Keeps the reserve at the default, or at a quarter of a smaller segment. */
    public JournalSettings withSegmentBytes(int bytes) {
        return new JournalSettings(
                bytes,
                durability,
                syncIntervalMillis,
                markDelayMillis,
                Math.min(RESERVE_BYTES, Math.max(1, bytes / 4)),
                slowSyncMillis);
    }

    public JournalSettings withDurability(Durability wanted) {
        return new JournalSettings(
                segmentBytes, wanted, syncIntervalMillis, markDelayMillis, reserveBytes, slowSyncMillis);
    }

    public JournalSettings withSyncIntervalMillis(long millis) {
        return new JournalSettings(segmentBytes, durability, millis, markDelayMillis, reserveBytes, slowSyncMillis);
    }

    public JournalSettings withSlowSyncMillis(long millis) {
        return new JournalSettings(segmentBytes, durability, syncIntervalMillis, markDelayMillis, reserveBytes, millis);
    }
}
