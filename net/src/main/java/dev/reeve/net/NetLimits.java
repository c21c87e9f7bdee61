package dev.reeve.net;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.time.Duration;

/**
 * Resource limits of the connections of all TCP doors.
 *
 * @param sessionInputBytes received bytes not executed yet, per connection, without the payload being read
 * @param sessionUnsentBytes unsent bytes of replies above which a connection is not read
 * @param sessionReplies pending replies above which a connection executes no further command
 * @param patienceMillis the stall timeout: a connection that contributes to an exceeded total of the {@link MemoryBudget} is disconnected after
 * this time without progress
 * @param idleMillis the time after which a client that sends nothing and waits for nothing is disconnected; 0 for never
 * @param firstCommandMillis the same for a client that has not sent a complete command yet
 */
public record NetLimits(
        int sessionInputBytes,
        long sessionUnsentBytes,
        int sessionReplies,
        long patienceMillis,
        long idleMillis,
        long firstCommandMillis) {
    public static final Setting<Long> PAYLOAD =
            new Setting<>("limits.payload", SettingType.size("1B", "1GiB"), "1MiB", """
            Maximum size of a payload, and of a result.""");
    public static final Setting<Integer> NAME = new Setting<>("limits.name", SettingType.integer(1, 65535), "255", """
            Maximum length of the name of a queue, a job or a worker, in bytes.""");
    public static final Setting<Duration> IDLE_TIMEOUT =
            new Setting<>("limits.idle-timeout", SettingType.DURATION, "10m", """
            Time after which a TCP client is disconnected that sends nothing and waits for nothing: neither for a reply, a job
            or a result, nor for messages it subscribed to. 0s turns it off.""");
    public static final Setting<Duration> FIRST_COMMAND_TIMEOUT =
            new Setting<>("limits.first-command-timeout", SettingType.DURATION, "10s", """
            The same for a TCP client that has not sent a complete command since it connected. 0s turns it off.""");
    public static final Setting<Long> SESSION_UNSENT =
            new Setting<>("limits.session-unsent", SettingType.size("1KiB", "1GiB"), "1MiB", """
            Maximum number of unsent reply bytes of one client. Above it the server does not read from this client.""");

    public static final NetLimits DEFAULTS = from(SettingValues.DEFAULTS);

    public static NetLimits from(SettingValues values) {
        return new NetLimits(
                64 * 1024,
                values.get(SESSION_UNSENT),
                256,
                10_000,
                millis(values.get(IDLE_TIMEOUT)),
                millis(values.get(FIRST_COMMAND_TIMEOUT)));
    }

    /** Rounded up, because zero turns a timeout off. */
    private static long millis(Duration duration) {
        return duration.plusNanos(999_999).toMillis();
    }
}
