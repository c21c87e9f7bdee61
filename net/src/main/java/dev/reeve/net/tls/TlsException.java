package dev.reeve.net.tls;

import dev.reeve.settings.Setting;
import java.nio.file.Path;

/** The TLS files cannot be used. The message is a line that names the setting, the file and the reason. */
public final class TlsException extends Exception {
    private static final long serialVersionUID = 1;

    TlsException(Setting<?> setting, Path file, String reason) {
        super("%s: %s %s".formatted(setting.key(), file, reason));
    }
}
