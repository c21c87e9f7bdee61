package dev.reeve.server.webhook;

import dev.reeve.access.NetworkRange;
import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Decides which addresses deliveries may go to. The address that is returned is the one to connect to: a name that is looked up
 * again might lead elsewhere. Addresses that are not public are allowed only if the setting names them or their host.
 */
public final class WebhookTargets {
    public static final Setting<List<String>> ALLOW = new Setting<>(
            "webhooks.allow",
            SettingType.listOf(
                    "a list of hosts, addresses and ranges such as [\"hooks.internal\", \"10.2.0.0/16\"]",
                    WebhookTargets::target),
            "[]",
            """
            Hosts, addresses and ranges of addresses that webhooks and callbacks may reach although they are not public: loopback,
            link-local and private addresses. Public addresses are always allowed.""");

    private final List<String> hosts = new ArrayList<>();
    private final List<NetworkRange> ranges = new ArrayList<>();
    private final Resolver resolver;

    /** Looks up a name. */
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /** A delivery may not go there. */
    static final class NotAllowedException extends Exception {
        private static final long serialVersionUID = 1;

        NotAllowedException(String message) {
            super(message);
        }
    }

    public WebhookTargets(List<String> allowed) {
        this(allowed, InetAddress::getAllByName);
    }

    WebhookTargets(List<String> allowed, Resolver resolver) {
        this.resolver = resolver;
        for (String one : allowed) {
            if (isRange(one)) {
                ranges.add(NetworkRange.parse(one));
            } else {
                hosts.add(one.toLowerCase(Locale.ROOT));
            }
        }
    }

    private static boolean isRange(String text) {
        try {
            NetworkRange.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String target(String text) {
        if (!isRange(text) && !text.matches("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")) {
            throw new IllegalArgumentException(text);
        }
        return text;
    }

    /** An address of the host to which a delivery may go. */
    InetAddress addressOf(String host) throws UnknownHostException, NotAllowedException {
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        for (InetAddress address : resolver.resolve(name)) {
            if (hosts.contains(name.toLowerCase(Locale.ROOT)) || isAllowed(address)) {
                return address;
            }
        }
        throw new NotAllowedException(
                host + " has no public address, and neither it nor one of its addresses is in webhooks.allow");
    }

    private boolean isAllowed(InetAddress address) {
        return isPublic(address) || ranges.stream().anyMatch(range -> range.contains(address));
    }

    /** Whether the address is one of the internet, and not of this machine, this network or of no single machine. */
    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        boolean special = address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress();
        if (address instanceof Inet6Address) {
            // Unique local addresses, and addresses that stand for those of IPv4 behind a translator.
            boolean translated =
                    (first == 0 && second == 0x64) || (first == 0x20 && second == 0x02) || isZero(bytes, 10);
            return !special && (first & 0xfe) != 0xfc && !translated;
        }
        boolean reserved = first == 0
                || first >= 240
                || (first == 100 && (second & 0xc0) == 64)
                || (first == 192 && second == 0 && bytes[2] == 0)
                || (first == 198 && (second & 0xfe) == 18);
        return !special && !reserved;
    }

    private static boolean isZero(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }
}
