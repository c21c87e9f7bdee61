package dev.reeve.net;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The admitted connections of all listeners, in total and by address. Addresses of one /64 network of IPv6 count as one:
 * a single machine can have all of them. Any thread.
 *
 * <p>Invariant: the counts are those of the connections that were admitted and not released, and within the limits.
 */
public final class ConnectionQuota {
    private final ConnectionLimits limits;
    private final Predicate<InetAddress> exempt;
    private final Map<Long, Integer> byAddress = new HashMap<>();
    private int count;

    public ConnectionQuota(ConnectionLimits limits) {
        this(limits, InetAddress::isLoopbackAddress);
    }

    /** @param exempt the addresses that may have all connections */
    ConnectionQuota(ConnectionLimits limits, Predicate<InetAddress> exempt) {
        this.limits = limits;
        this.exempt = exempt;
    }

    /** Admits a connection, which has to be released later. Returns the reason if it is refused. */
    public synchronized @Nullable RefusalKind admit(@Nullable SocketAddress from) {
        if (count >= limits.connections()) {
            return RefusalKind.CONNECTION;
        }
        Long network = network(from);
        if (network != null) {
            int others = byAddress.getOrDefault(network, 0);
            if (others >= limits.perAddress()) {
                return RefusalKind.ADDRESS;
            }
            byAddress.put(network, others + 1);
        }
        count++;
        return null;
    }

    public synchronized void release(@Nullable SocketAddress from) {
        Long network = network(from);
        if (network != null) {
            byAddress.computeIfPresent(network, (key, others) -> others == 1 ? null : others - 1);
        }
        count--;
    }

    /** How many connections above the limit a listener may keep open. */
    public int maxRefused() {
        return limits.refused();
    }

    /** The IPv4 address, or the first half of an IPv6 address; null if its connections are not counted by address. */
    private @Nullable Long network(@Nullable SocketAddress from) {
        InetAddress address = from instanceof InetSocketAddress socket ? socket.getAddress() : null;
        if (address == null || exempt.test(address)) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return address instanceof Inet6Address ? bytes.getLong() : Integer.toUnsignedLong(bytes.getInt());
    }
}
