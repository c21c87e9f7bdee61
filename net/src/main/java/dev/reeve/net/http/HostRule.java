package dev.reeve.net.http;

import io.netty.util.NetUtil;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rule for the host that a request names. An address and {@code localhost} are allowed, other names only if they are
 * configured. A web page can resolve a name of its own to the address of this server (DNS rebinding), and a browser then
 * treats the server as part of the page, but it still sends the name of the page. A client that has proved who it is may
 * use any name.
 */
final class HostRule {
    private static final String LOCALHOST = "localhost";
    private static final int MAX_PORT_DIGITS = 5;

    private final Set<String> names;

    HostRule(Collection<String> names) {
        this.names = Stream.concat(Stream.of(LOCALHOST), names.stream())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether requests may name this host. */
    boolean allows(String host) {
        return host.startsWith("[")
                || NetUtil.isValidIpV4Address(host)
                || names.contains(host.toLowerCase(Locale.ROOT));
    }

    /** The host of an authority such as {@code localhost:8023}, without the port; null if the authority is malformed. */
    static @Nullable String hostOf(String authority) {
        int colon = authority.indexOf(':', authority.indexOf(']') + 1);
        String host = colon < 0 ? authority : authority.substring(0, colon);
        boolean isAddress = host.startsWith("[") && host.endsWith("]");
        boolean isHost = isAddress
                ? NetUtil.isValidIpV6Address(host.substring(1, host.length() - 1))
                : !host.isEmpty() && host.chars().allMatch(HostRule::isOfName);
        return isHost && (colon < 0 || isPort(authority.substring(colon + 1))) ? host : null;
    }

    private static boolean isOfName(int character) {
        return isDigit(character)
                || (character >= 'a' && character <= 'z')
                || (character >= 'A' && character <= 'Z')
                || character == '.'
                || character == '-'
                || character == '_';
    }

    private static boolean isPort(String text) {
        return text.length() <= MAX_PORT_DIGITS && text.chars().allMatch(HostRule::isDigit);
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }
}
