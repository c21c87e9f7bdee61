package dev.reeve.door.qless;

import dev.reeve.net.NetLimits;
import dev.reeve.net.tls.TlsSwitch;
import dev.reeve.settings.HeapBoundedLimit;
import dev.reeve.settings.Port;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;

/**
 * The settings of the qless door.
 *
 * @param allowFlush whether FLUSHDB and FLUSHALL are allowed; they delete all data of the server
 * @param mostPayloadBytes the maximum length of a job's data
 * @param longestNameBytes the maximum length of the name of a queue, a job, a worker or a tag
 * @param subscriberUnsentBytes the number of unsent bytes above which a subscriber is disconnected
 * @param allSubscriptionsBytes the memory budget for the subscriptions of all clients together
 */
public record QlessSettings(
        boolean allowFlush,
        int mostPayloadBytes,
        int longestNameBytes,
        long subscriberUnsentBytes,
        long allSubscriptionsBytes) {
    public static final Setting<Port> PORT =
            new Setting<>("qless.port", SettingType.PORT, "6380", "Port of the qless door.");
    public static final Setting<TlsSwitch> TLS =
            new Setting<>("qless.tls", SettingType.oneOf(TlsSwitch.class), TlsSwitch.DEFAULT, """
            TLS on the port of the qless door. auto: on if tls.certificate is set.""");
    public static final Setting<Boolean> ALLOW_FLUSH =
            new Setting<>("qless.allow-flush", SettingType.BOOL, "false", """
            Allow FLUSHDB and FLUSHALL. They delete all data of the server, including the jobs of all other doors. If
            false, they are refused.""");
    public static final Setting<Long> SUBSCRIBER_UNSENT =
            new Setting<>("limits.subscriber-unsent", SettingType.size("64KiB", "1GiB"), "8MiB", """
            Maximum number of unsent event bytes of one qless subscriber. Above it the subscriber is disconnected.""");

    private static final long ALL_SUBSCRIPTIONS_BYTES = 64L * 1024 * 1024;
    private static final int MIN_LONGEST_WORD_BYTES = 1024 * 1024;
    private static final int REQUEST_OVERHEAD_BYTES = 4 * 1024 * 1024;

    public static final QlessSettings DEFAULTS = from(SettingValues.DEFAULTS);

    public static QlessSettings from(SettingValues values) {
        return new QlessSettings(
                values.get(ALLOW_FLUSH),
                values.get(NetLimits.PAYLOAD).intValue(),
                values.get(NetLimits.NAME),
                values.get(SUBSCRIBER_UNSENT),
                HeapBoundedLimit.of(ALL_SUBSCRIPTIONS_BYTES));
    }

    /** The maximum length of one argument. It has a minimum, because script texts and lists of tags are arguments too. */
    int longestWordBytes() {
        return Math.max(MIN_LONGEST_WORD_BYTES, mostPayloadBytes);
    }

    long mostRequestBytes() {
        return (long) longestWordBytes() + REQUEST_OVERHEAD_BYTES;
    }
}
