package dev.reeve.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Counts failed tries by address: after ten in a minute, each further try of the address waits a second. Addresses of one IPv6
 * network (64 bits) count as one. The number of addresses is limited; the one that failed longest ago is forgotten. Safe from any
 * thread.
 */
final class FailedTries {
    static final long WAIT_MILLIS = 1_000;

    private static final int MOST_TRIES = 10;
    private static final int MOST_ADDRESSES = 10_000;
    private static final long WINDOW_NANOS = 60_000_000_000L;
    private static final int NETWORK_BYTES = 8;

    /** The times of the last failures, as a ring. */
    private static final class Tries {
        final long[] nanos = new long[MOST_TRIES];
        int count;

        void add(long now) {
            nanos[count % MOST_TRIES] = now;
            count++;
        }

        /** Whether there were ten failures within the window. */
        boolean isSlowed(long now) {
            return count >= MOST_TRIES && now - nanos[count % MOST_TRIES] < WINDOW_NANOS;
        }
    }

    private final LongSupplier nanoClock;
    private final Map<InetAddress, Tries> byAddress = new LinkedHashMap<>();

    FailedTries(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Notes a failed try. Returns whether further tries of the address wait. */
    synchronized boolean failed(InetAddress from) {
        InetAddress network = network(from);
        Tries tries = byAddress.remove(network);
        tries = tries == null ? new Tries() : tries;
        tries.add(nanoClock.getAsLong());
        byAddress.put(network, tries);
        if (byAddress.size() > MOST_ADDRESSES) {
            byAddress.remove(byAddress.keySet().iterator().next());
        }
        return tries.isSlowed(nanoClock.getAsLong());
    }

    /** How long the next try of the address has to wait. */
    synchronized long waitMillis(InetAddress from) {
        if (byAddress.isEmpty()) {
            return 0;
        }
        Tries tries = byAddress.get(network(from));
        return tries != null && tries.isSlowed(nanoClock.getAsLong()) ? WAIT_MILLIS : 0;
    }

    synchronized int addresses() {
        return byAddress.size();
    }

    private static InetAddress network(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address;
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has 16 bytes", e);
        }
    }
}
