package dev.reeve.net;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;

/**
 * Resource limits of the connections of all TCP doors.
 *
 * @param connections the largest number of connections, over all doors
 * @param sessionInputBytes received bytes not executed yet, per connection, without the payload being read
 * @param sessionUnsentBytes unsent bytes of replies above which a connection is not read
 * @param sessionReplies pending replies above which a connection executes no further command
 * @param patienceMillis the stall timeout: a connection that contributes to an exceeded total of the {@link MemoryBudget} is disconnected after
 * this time without progress
 */
public record NetLimits(
        int connections, int sessionInputBytes, long sessionUnsentBytes, int sessionReplies, long patienceMillis) {
    public static final Setting<Long> PAYLOAD =
            new Setting<>("limits.payload", SettingType.size("1B", "1GiB"), "1MiB", """
            Maximum size of a payload, and of a result.""");
    public static final Setting<Integer> NAME = new Setting<>("limits.name", SettingType.integer(1, 65535), "255", """
            Maximum length of the name of a queue, a job or a worker, in bytes.""");
    public static final Setting<Integer> CONNECTIONS =
            new Setting<>("limits.connections", SettingType.integer(1, 1_000_000), "10000", """
            Maximum number of open connections of all doors together. Further connections get an error and are closed.""");
    public static final Setting<Long> SESSION_UNSENT =
            new Setting<>("limits.session-unsent", SettingType.size("1KiB", "1GiB"), "1MiB", """
            Maximum number of unsent reply bytes of one client. Above it the server does not read from this client.""");

    public static final NetLimits DEFAULTS = from(SettingValues.DEFAULTS);

    public static NetLimits from(SettingValues values) {
        return new NetLimits(values.get(CONNECTIONS), 64 * 1024, values.get(SESSION_UNSENT), 256, 10_000);
    }
}
