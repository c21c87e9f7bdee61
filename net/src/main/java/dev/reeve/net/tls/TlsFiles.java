package dev.reeve.net.tls;

import dev.reeve.settings.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The text of the TLS files as it was read at one time. Two of them are equal if no file has changed. */
record TlsFiles(String certificate, String key, @Nullable String clientCa) {
    private static final int MOST_BYTES = 1 << 20;
    private static final Set<PosixFilePermission> TOO_OPEN = EnumSet.of(
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    static TlsFiles read(TlsSettings settings) throws TlsException {
        Path clientCa = settings.clientCa();
        checkAccess(settings.key());
        return new TlsFiles(
                read(TlsSettings.CERTIFICATE, settings.certificate()),
                read(TlsSettings.KEY, settings.key()),
                clientCa == null ? null : read(TlsSettings.CLIENT_CA, clientCa));
    }

    /** Refuses a key that other users of the machine can read or replace. Group members may read it. */
    private static void checkAccess(Path key) throws TlsException {
        try {
            Set<PosixFilePermission> granted = Files.getPosixFilePermissions(key);
            if (granted.stream().anyMatch(TOO_OPEN::contains)) {
                throw new TlsException(
                        TlsSettings.KEY, key, "is open to other users of this machine: run chmod 600 " + key);
            }
        } catch (UnsupportedOperationException noPosix) {
            // The file system has no such permissions.
        } catch (IOException e) {
            throw cannotRead(TlsSettings.KEY, key, e);
        }
    }

    private static String read(Setting<Optional<Path>> setting, Path file) throws TlsException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new TlsException(setting, file, "is larger than 1 MiB");
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw cannotRead(setting, file, e);
        }
    }

    private static TlsException cannotRead(Setting<?> setting, Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new TlsException(setting, file, "does not exist");
        }
        return new TlsException(
                setting,
                file,
                "cannot be read: " + (e instanceof AccessDeniedException ? "no permission" : e.getMessage()));
    }
}
