package dev.reeve.net.http;

import dev.reeve.net.MemoryBudget;
import dev.reeve.net.tls.TlsSwitch;
import dev.reeve.settings.HeapBoundedLimit;
import dev.reeve.settings.Port;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.util.List;
import java.util.stream.Stream;

/**
 * Limits of the HTTP listener.
 *
 * @param bodyBytes the largest request body
 * @param bulkBytes the largest body of a request for many jobs
 * @param hosts the names that requests may be sent to, besides localhost and addresses
 */
public record HttpLimits(long bodyBytes, long bulkBytes, List<String> hosts) {
    public static final Setting<Port> PORT = new Setting<>("http.port", SettingType.PORT, "8023", """
            Port of the HTTP listener: /v1, Ocypod, Jobber, /health, /metrics, /openapi.json.""");
    public static final Setting<TlsSwitch> TLS =
            new Setting<>("http.tls", SettingType.oneOf(TlsSwitch.class), TlsSwitch.DEFAULT, """
            TLS on the port of the HTTP listener. auto: on if tls.certificate is set.""");
    public static final Setting<Long> MAX_BODY_SIZE =
            new Setting<>("http.max-body-size", SettingType.size("1KiB", "1GiB"), "1MiB", """
            Maximum size of an HTTP request body. Larger requests are refused with status 413.""");
    public static final Setting<Long> MAX_BULK_SIZE =
            new Setting<>("http.max-bulk-size", SettingType.size("1KiB", "1GiB"), "16MiB", """
            Maximum size of the body of a request for many jobs, such as POST /v1/bulk/add; never more than all clients
            together may have buffered (limits.all-input, less with a small heap).""");
    public static final Setting<List<String>> HOSTS = new Setting<>(
            "http.hosts",
            SettingType.listOf("a list of host names such as [\"reeve.internal\"]", HttpLimits::host),
            "[]",
            """
            Names under which clients reach the HTTP port. Requests to any other host than these, localhost and an address
            are refused with status 403, because a web page can give its own name the address of this server. With auth.file
            every name is allowed, but browsers ask for a password only under these.""");

    public static final HttpLimits DEFAULTS = from(SettingValues.DEFAULTS);

    /** Limits without larger bodies for many jobs. */
    public HttpLimits(long bodyBytes, List<String> hosts) {
        this(bodyBytes, bodyBytes, hosts);
    }

    public static HttpLimits from(SettingValues values) {
        long bodyBytes = values.get(MAX_BODY_SIZE);
        long inputBytes = HeapBoundedLimit.of(values.get(MemoryBudget.ALL_INPUT), bodyBytes);
        return new HttpLimits(bodyBytes, Math.min(values.get(MAX_BULK_SIZE), inputBytes), values.get(HOSTS));
    }

    /** Adds a name that requests may be sent to. */
    public HttpLimits withHost(String name) {
        return new HttpLimits(
                bodyBytes,
                bulkBytes,
                Stream.concat(hosts.stream(), Stream.of(name)).toList());
    }

    private static String host(String text) {
        if (!text.equals(HostRule.hostOf(text))) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }
}
