package dev.reeve.net;

import dev.reeve.settings.HeapBoundedLimit;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;

/**
 * Memory budget of all clients of all listeners, for input that is received and not executed, and for replies that are
 * not sent. Each listener accounts its connections and has its own rules for what happens at a limit; the totals are
 * common to all. Any thread.
 *
 * @param input bytes received and not executed
 * @param unsent bytes of replies that are not sent, including those that wait to be encoded
 * @param encoded the encoded part of the unsent bytes
 */
public record MemoryBudget(ByteQuota input, ByteQuota unsent, ByteQuota encoded) {
    public static final Setting<Long> ALL_UNSENT =
            new Setting<>("limits.all-unsent", SettingType.size("1MiB", "1TiB"), "256MiB", """
            Maximum number of unsent reply bytes of all clients together. Above it clients that do not read are
            disconnected.""");
    public static final Setting<Long> ALL_INPUT =
            new Setting<>("limits.all-input", SettingType.size("1MiB", "1TiB"), "256MiB", """
            Maximum number of buffered bytes of incomplete requests, of all clients together. Above it clients with
            incomplete requests have to wait.""");

    /**
     * Creates the budget.
     *
     * @param inputBytes the limit of bytes that are received and not executed
     * @param unsentBytes the limit of bytes of replies that are not sent
     */
    public MemoryBudget(long inputBytes, long unsentBytes) {
        this(new ByteQuota(inputBytes), new ByteQuota(unsentBytes), new ByteQuota(unsentBytes));
    }

    /**
     * Creates the budget of a server, reduced if the heap is small.
     *
     * @param minInputBytes the size of the largest request that has to fit
     */
    public static MemoryBudget from(SettingValues values, long minInputBytes) {
        return new MemoryBudget(
                HeapBoundedLimit.of(values.get(ALL_INPUT), minInputBytes), HeapBoundedLimit.of(values.get(ALL_UNSENT)));
    }

    public static MemoryBudget withDefaults() {
        return new MemoryBudget(ALL_INPUT.defaultValue(), ALL_UNSENT.defaultValue());
    }
}
