package dev.reeve.door.ocypod;

import dev.reeve.net.NetLimits;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;

/** Settings of the Ocypod door. */
public record OcypodSettings(InitialStatus initialStatus, long mostPayloadBytes, int longestNameBytes) {
    public static final Setting<InitialStatus> INITIAL_STATUS =
            new Setting<>("ocypod.initial-status", SettingType.oneOf(InitialStatus.class), "queued", """
            Status of a waiting job in Ocypod replies: queued, which current clients match on, or created, as in the
            Ocypod documentation. Requests may use both.""");

    public static final OcypodSettings DEFAULTS = from(SettingValues.DEFAULTS);

    public static OcypodSettings from(SettingValues values) {
        return new OcypodSettings(
                values.get(INITIAL_STATUS), values.get(NetLimits.PAYLOAD), values.get(NetLimits.NAME));
    }
}
