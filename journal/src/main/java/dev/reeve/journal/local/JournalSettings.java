package dev.reeve.journal.local;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.time.Duration;

/**
 * Settings for writing a data directory.
 *
 * @param segmentBytes size of a segment file, which is filled with zeros in advance
 * @param syncIntervalMillis longest time between two syncs with {@link Durability#INTERVAL}
 * @param slowSyncMillis a sync that takes this long is logged as a warning
 * @param directIo whether batches may be written past the page cache
 */
public record JournalSettings(
        int segmentBytes, Durability durability, long syncIntervalMillis, long slowSyncMillis, DirectIo directIo) {
    /** Whether batches whose sync is waited for are written past the page cache. */
    public enum DirectIo {
        /** Where the file system can. */
        AUTO,
        OFF
    }

    public static final Setting<Durability> DURABILITY =
            new Setting<>("durability", SettingType.oneOf(Durability.class), "always", """
            When a command is acknowledged. always: after it is synced to disk. interval: after it is written, with a
            sync every journal.sync-interval. os: after it is written; the operating system decides when to sync.""");
    public static final Setting<Long> SEGMENT_SIZE =
            new Setting<>("journal.segment-size", SettingType.size("64KiB", "1GiB"), "64MiB", """
            Size of one journal segment. An entry that is larger gets a larger segment of its own.""");
    public static final Setting<Duration> SYNC_INTERVAL =
            new Setting<>("journal.sync-interval", SettingType.DURATION_ABOVE_ZERO, "1s", """
            With durability = interval, the maximum time between two syncs.""");
    public static final Setting<DirectIo> DIRECT_IO =
            new Setting<>("journal.direct-io", SettingType.oneOf(DirectIo.class), "auto", """
            Write past the page cache with durability = always, which takes less processor time. auto: where the file
            system can.""");
    public static final Setting<Duration> SLOW_SYNC =
            new Setting<>("log.slow-sync", SettingType.DURATION_ABOVE_ZERO, "1s", """
            A journal sync that takes at least this long is logged as a warning.""");

    public static final int SMALLEST_SEGMENT_BYTES = 16 << 10;
    private static final int MAX_SEGMENT_BYTES = 1 << 30;
    private static final int RESERVE_BYTES = 4 << 20;

    public JournalSettings {
        if (segmentBytes < SMALLEST_SEGMENT_BYTES
                || segmentBytes > MAX_SEGMENT_BYTES
                || segmentBytes % BatchHeader.ALIGNMENT != 0) {
            throw new IllegalArgumentException("expected a segment size from " + SMALLEST_SEGMENT_BYTES + " to "
                    + MAX_SEGMENT_BYTES + " bytes, a multiple of 8, but got " + segmentBytes);
        }
        if (syncIntervalMillis < 1) {
            throw new IllegalArgumentException("expected an interval above 0");
        }
    }

    public static JournalSettings from(SettingValues values) {
        return new JournalSettings(
                values.get(SEGMENT_SIZE).intValue() & -BlockFile.BLOCK_BYTES,
                values.get(DURABILITY),
                Math.max(1, values.get(SYNC_INTERVAL).toMillis()),
                values.get(SLOW_SYNC).toMillis(),
                values.get(DIRECT_IO));
    }

    public static JournalSettings defaults() {
        return from(SettingValues.DEFAULTS);
    }

    /** The free space in prepared segments below which every write is refused while the disk is full. */
    int reserveBytes() {
        return Math.min(RESERVE_BYTES, segmentBytes / 4);
    }

    public JournalSettings withSegmentBytes(int bytes) {
        return new JournalSettings(bytes, durability, syncIntervalMillis, slowSyncMillis, directIo);
    }

    public JournalSettings withDurability(Durability wanted) {
        return new JournalSettings(segmentBytes, wanted, syncIntervalMillis, slowSyncMillis, directIo);
    }

    public JournalSettings withDirectIo(DirectIo wanted) {
        return new JournalSettings(segmentBytes, durability, syncIntervalMillis, slowSyncMillis, wanted);
    }

    /** Only where each batch is synced at once: the event loop would wait for the disk. */
    boolean writesPastCache() {
        return durability == Durability.ALWAYS && directIo == DirectIo.AUTO;
    }
}
