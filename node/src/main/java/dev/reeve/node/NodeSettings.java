package dev.reeve.node;

import dev.reeve.settings.HeapBoundedLimit;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.util.function.LongSupplier;

/**
 * Limits and inputs of a node.
 *
 * @param memoryBytes live data above which commands that add data are refused
 * @param unsyncedBytes appended bytes, not yet durable, above which sessions are not read
 * @param seeds source of the random seeds of entries
 */
public record NodeSettings(long memoryBytes, long unsyncedBytes, LongSupplier seeds) {
    public static final Setting<Long> UNSYNCED =
            new Setting<>("limits.unsynced", SettingType.size("64KiB", "1GiB"), "64MiB", """
            Maximum number of journal bytes that are not synced yet. Above it the server reads from no connection until
            the disk has caught up.""");
    public static final Setting<Double> MEMORY = new Setting<>("limits.memory", SettingType.SHARE, "70%", """
            Share of the maximum heap that live data may use. Above it new jobs are refused.""");

    public static NodeSettings from(SettingValues values, LongSupplier seeds) {
        return new NodeSettings(
                (long) (Runtime.getRuntime().maxMemory() * values.get(MEMORY)),
                HeapBoundedLimit.of(values.get(UNSYNCED)),
                seeds);
    }
}
