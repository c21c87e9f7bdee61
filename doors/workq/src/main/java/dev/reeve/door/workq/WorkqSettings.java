package dev.reeve.door.workq;

import dev.reeve.net.NetLimits;
import dev.reeve.net.tls.TlsSwitch;
import dev.reeve.settings.Port;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;

/** Settings of the Workq door. */
public record WorkqSettings(int mostPayloadBytes, int longestNameBytes) {
    public static final Setting<Port> PORT =
            new Setting<>("workq.port", SettingType.PORT, "9922", "Port of the Workq door.");
    public static final Setting<Port> TTR_PORT = new Setting<>("workq.ttr-port", SettingType.PORT, "off", """
            Second port of the Workq door. The reply to lease has the fields id, name, TTR and size here, which newer
            clients expect, and id, name and size at workq.port.""");
    public static final Setting<TlsSwitch> TLS =
            new Setting<>("workq.tls", SettingType.oneOf(TlsSwitch.class), TlsSwitch.DEFAULT, """
            TLS on both ports of the Workq door. auto: on if tls.certificate is set.""");

    public static final WorkqSettings DEFAULTS = from(SettingValues.DEFAULTS);

    public static WorkqSettings from(SettingValues values) {
        return new WorkqSettings(values.get(NetLimits.PAYLOAD).intValue(), values.get(NetLimits.NAME));
    }
}
