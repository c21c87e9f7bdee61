package dev.reeve.access;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import java.nio.file.Path;
import java.util.Optional;

/** The settings of who may do what. */
public final class AuthSettings {
    public static final Setting<Optional<Path>> FILE = new Setting<>("auth.file", SettingType.FILE, "off", """
            File with tokens, users, certificates and networks, and what each of them may do; reeve token create makes it. It
            must have mode 0600 and belong to the user that runs the server. With it, every door asks who is there; without it,
            every client that reaches a port may do everything.""");

    public static final Setting<Optional<Path>> AUDIT_FILE = new Setting<>("audit.file", SettingType.FILE, "off", """
            File to which changes by operators and admins, logins and refusals are appended, as JSON lines. They are in the log
            too. Needs auth.file. If the file is renamed or removed, the server begins a new one.""");

    private AuthSettings() {}
}
