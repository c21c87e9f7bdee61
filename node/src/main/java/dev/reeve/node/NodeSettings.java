package dev.reeve.node;

import dev.reeve.settings.HeapBoundedLimit;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.util.function.LongSupplier;

/**
 * Limits and inputs of a node.
 *
 * @param memoryBytes live data beyond which commands that add data are refused
 * @param unsyncedBytes appended bytes, not yet durable, and payloads read for replies, above which sessions are not read
 * @param seeds source of the random seeds of entries
 * @param payloadBytes live data in memory above which payloads are written to disk
 */
public record NodeSettings(long memoryBytes, long unsyncedBytes, LongSupplier seeds, long payloadBytes) {
    private static final double RECOVERED_SHARE = 0.8;
    private static final double RUNNING_MARGIN = 1.1;

    public static final Setting<Long> UNSYNCED =
            new Setting<>("limits.unsynced", SettingType.size("64KiB", "1GiB"), "64MiB", """
            Maximum number of journal bytes that are not synced yet, and of payloads that are read from disk for replies.
            Above it the server reads from no connection until the disk has caught up.""");
    public static final Setting<Double> MEMORY = new Setting<>("limits.memory", SettingType.SHARE, "60%", """
            Share of the maximum heap, less 16 MiB, that live data may use. What would add more is refused. Leasing and
            finishing jobs may use 5 % of it in addition; a result that does not fit even so is refused, and a smaller one
            accepted.""");

    public static final Setting<Double> PAYLOADS = new Setting<>("payloads.memory", SettingType.SHARE, "50%", """
            Share of limits.memory above which payloads of jobs far from the head of their queue are kept on disk only. They
            are read when they are needed. With 100% all payloads stay in memory. A cluster keeps all payloads in memory.""");

    /** Settings with which all payloads stay in memory. */
    public NodeSettings(long memoryBytes, long unsyncedBytes, LongSupplier seeds) {
        this(memoryBytes, unsyncedBytes, seeds, Long.MAX_VALUE);
    }

    /** Live data in memory above which payloads are written to disk. */
    public static long payloadBytes(SettingValues values) {
        double share = values.get(PAYLOADS);
        return share >= 1 ? Long.MAX_VALUE : (long) (HeapBoundedLimit.usableHeapBytes() * values.get(MEMORY) * share);
    }

    /**
     * Live data beyond which a server does not start: what it can have had when it ran with the same settings, or what
     * leaves it enough heap to work.
     */
    public static long maxRecoveredBytes(SettingValues values) {
        double share = Math.max(RECOVERED_SHARE, RUNNING_MARGIN * values.get(MEMORY));
        return (long) (HeapBoundedLimit.usableHeapBytes() * share);
    }

    public static NodeSettings from(SettingValues values, LongSupplier seeds) {
        return new NodeSettings(
                (long) (HeapBoundedLimit.usableHeapBytes() * values.get(MEMORY)),
                HeapBoundedLimit.of(values.get(UNSYNCED)),
                seeds,
                payloadBytes(values));
    }
}
