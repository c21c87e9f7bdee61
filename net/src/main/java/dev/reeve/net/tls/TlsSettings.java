package dev.reeve.net.tls;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Files and rules of TLS, for all doors.
 *
 * @param clientCa the authorities of client certificates; null if clients are not asked for a certificate
 */
public record TlsSettings(
        Path certificate, Path key, @Nullable Path clientCa, ClientAuthentication clientAuthentication) {
    public static final Setting<Optional<Path>> CERTIFICATE =
            new Setting<>("tls.certificate", SettingType.FILE, "off", """
            File with the certificate of the server and its intermediate certificates, in PEM, the server's first. Turns
            TLS 1.3 and 1.2 on for every door whose own setting is auto. The TLS files are read again when they change; open
            connections stay open.""");
    public static final Setting<Optional<Path>> KEY = new Setting<>("tls.key", SettingType.FILE, "off", """
            File with the private key of tls.certificate, in PEM and without a password. Other users must have no access to
            it: mode 0600, or 0640.""");
    public static final Setting<Optional<Path>> CLIENT_CA =
            new Setting<>("tls.client-ca", SettingType.FILE, "off", """
            File with the certificates, in PEM, of the authorities that sign the certificates of clients. Clients are asked
            for a certificate if it is set.""");
    public static final Setting<ClientAuthentication> CLIENT_AUTHENTICATION =
            new Setting<>("tls.client-auth", SettingType.oneOf(ClientAuthentication.class), "required", """
            What happens to a client without a certificate if tls.client-ca is set. required: it is refused, probes
            included. optional: it is served. A certificate that is expired or of another authority is refused in both cases.""");

    /** The settings; null without a certificate. The key must be set if the certificate is. */
    public static @Nullable TlsSettings from(SettingValues values) {
        Path certificate = values.get(CERTIFICATE).orElse(null);
        return certificate == null
                ? null
                : new TlsSettings(
                        certificate,
                        values.get(KEY).orElseThrow(),
                        values.get(CLIENT_CA).orElse(null),
                        values.get(CLIENT_AUTHENTICATION));
    }
}
