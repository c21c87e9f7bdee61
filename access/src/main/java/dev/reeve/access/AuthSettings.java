package dev.reeve.access;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The settings of who may do what. */
public final class AuthSettings {
    public static final Setting<Optional<Path>> FILE = new Setting<>("auth.file", SettingType.FILE, "off", """
            File with tokens, users, certificates and networks, and what each of them may do; reeve token create makes it. It
            must have mode 0600 and belong to the user that runs the server. With it, every door asks who is there; without it,
            every client that reaches a port may do everything.""");

    public static final Setting<Optional<Path>> AUDIT_FILE = new Setting<>("audit.file", SettingType.FILE, "off", """
            File to which changes by operators and admins, logins and refusals are appended, as JSON lines. They are in the log
            too. Needs auth.file. If the file is renamed or removed, the server begins a new one.""");

    public static final Setting<Optional<String>> PROXY_USER_HEADER = new Setting<>(
            "auth.proxy-user-header",
            new SettingType<>("the name of a header, or off", SettingType.Form.TEXT, AuthSettings::header),
            "off",
            """
            Header in which a proxy that has logged people in names them, such as X-Forwarded-User. It counts only in requests
            from auth.proxy-networks. Needs auth.file, whose users have roles.""");

    public static final Setting<List<NetworkRange>> PROXY_NETWORKS = new Setting<>(
            "auth.proxy-networks",
            SettingType.listOf(
                    "a list of addresses and networks such as [\"10.0.0.7\", \"10.2.0.0/16\"]", NetworkRange::parse),
            "[]",
            """
            Addresses of the proxies that may name a user. Whoever can send requests from there can be any user, so name the
            proxies alone, and let them remove the header from what clients send.""");

    public static final Setting<Optional<Role>> PROXY_DEFAULT_ROLE = new Setting<>(
            "auth.proxy-default-role",
            new SettingType<>(
                    "viewer, producer, worker, operator, admin or off", SettingType.Form.TEXT, AuthSettings::role),
            "off",
            """
            Role, in every queue, of people whom a proxy names and who have no entry in auth.file. If it is off, they are
            refused.""");

    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");
    /** Their values are secrets of the client. */
    private static final Set<String> SECRET_HEADERS = Set.of("authorization", "cookie");

    private AuthSettings() {}

    private static Optional<String> header(String text) {
        String name = text.toLowerCase(Locale.ROOT);
        if (!HEADER.matcher(name).matches() || SECRET_HEADERS.contains(name)) {
            throw new IllegalArgumentException(text);
        }
        return name.equals("off") ? Optional.empty() : Optional.of(name);
    }

    private static Optional<Role> role(String text) {
        Role role = Role.ofWord(text);
        if (role == null && !text.equals("off")) {
            throw new IllegalArgumentException(text);
        }
        return Optional.ofNullable(role);
    }

    /** Which proxies are believed; empty if none is. */
    public static Optional<ProxyUsers.Rule> proxies(SettingValues values) {
        return values.get(PROXY_USER_HEADER)
                .map(header -> new ProxyUsers.Rule(
                        header,
                        values.get(PROXY_NETWORKS),
                        values.get(PROXY_DEFAULT_ROLE).orElse(null)));
    }
}
