package dev.reeve.door.jobber;

import dev.reeve.net.NetLimits;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Settings of the Jobber door.
 *
 * @param visibilityMicros the default lease length of jobs that were queued through this door
 */
public record JobberSettings(long visibilityMicros, long mostPayloadBytes, int longestNameBytes) {
    public static final Setting<Duration> VISIBILITY_TIMEOUT =
            new Setting<>("jobber.visibility-timeout", SettingType.DURATION_ABOVE_ZERO, "30s", """
            Default lease duration of jobs that were queued through Jobber. A worker can override it when it takes a job.""");

    public static final JobberSettings DEFAULTS = from(SettingValues.DEFAULTS);

    public static JobberSettings from(SettingValues values) {
        return new JobberSettings(
                TimeUnit.MICROSECONDS.convert(values.get(VISIBILITY_TIMEOUT)),
                values.get(NetLimits.PAYLOAD),
                values.get(NetLimits.NAME));
    }
}
