package dev.reeve.door.goqueue;

import dev.reeve.net.NetLimits;
import dev.reeve.net.tls.TlsSwitch;
import dev.reeve.settings.Port;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;

/** Settings of the Go Job Queue door. */
public record GoqueueSettings(int mostPayloadBytes, int longestNameBytes) {
    public static final Setting<Port> PORT =
            new Setting<>("goqueue.port", SettingType.PORT, "11223", "Port of the Go Job Queue door.");
    public static final Setting<TlsSwitch> TLS =
            new Setting<>("goqueue.tls", SettingType.oneOf(TlsSwitch.class), TlsSwitch.DEFAULT, """
            TLS on the port of the Go Job Queue door. auto: on if tls.certificate is set.""");

    public static final GoqueueSettings DEFAULTS = from(SettingValues.DEFAULTS);

    public static GoqueueSettings from(SettingValues values) {
        return new GoqueueSettings(values.get(NetLimits.PAYLOAD).intValue(), values.get(NetLimits.NAME));
    }
}
