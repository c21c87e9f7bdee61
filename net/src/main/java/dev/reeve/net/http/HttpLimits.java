package dev.reeve.net.http;

import dev.reeve.net.NetLimits;
import dev.reeve.net.tls.TlsSwitch;
import dev.reeve.settings.Port;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;

/**
 * Resource limits of the HTTP listener.
 *
 * @param bodyBytes the largest request body
 * @param connections the largest number of connections
 */
public record HttpLimits(long bodyBytes, int connections) {
    public static final Setting<Port> PORT = new Setting<>("http.port", SettingType.PORT, "8023", """
            Port of the HTTP listener: Ocypod, Jobber, /health, /metrics, /openapi.json.""");
    public static final Setting<TlsSwitch> TLS =
            new Setting<>("http.tls", SettingType.oneOf(TlsSwitch.class), TlsSwitch.DEFAULT, """
            TLS on the port of the HTTP listener. auto: on if tls.certificate is set.""");
    public static final Setting<Long> MAX_BODY_SIZE =
            new Setting<>("http.max-body-size", SettingType.size("1KiB", "1GiB"), "1MiB", """
            Maximum size of an HTTP request body. Larger requests are refused with status 413.""");

    public static final HttpLimits DEFAULTS = from(SettingValues.DEFAULTS);

    public static HttpLimits from(SettingValues values) {
        return new HttpLimits(values.get(MAX_BODY_SIZE), values.get(NetLimits.CONNECTIONS));
    }
}
