package dev.reeve.net;

import dev.reeve.settings.Setting;
import dev.reeve.settings.SettingType;
import dev.reeve.settings.SettingValues;

/**
 * Limits on the number of connections.
 *
 * @param connections the largest number of connections, over all listeners
 * @param addressShare the part of them that one address may have
 * @param refused how many connections above the limit each listener may keep open at the same time, only to answer them;
 * a client may take seconds to read the answer
 */
public record ConnectionLimits(int connections, double addressShare, int refused) {
    public static final Setting<Integer> CONNECTIONS =
            new Setting<>("limits.connections", SettingType.integer(1, 1_000_000), "10000", """
            Maximum number of open connections of all doors together. Further connections get an error and are closed;
            /livez, /readyz, /health and /metrics are still answered. It is lowered if the system allows too few open
            files.""");
    public static final Setting<Double> ADDRESS_SHARE =
            new Setting<>("limits.connections-per-address", SettingType.SHARE, "50%", """
            Maximum share of limits.connections that one address may have, or one /64 network of IPv6. Loopback addresses
            are exempt. Set it to 100% if all clients come through one proxy.""");

    private static final int REFUSED = 1000;
    /** File descriptors for jars, segments and listening sockets. */
    private static final int OTHER_DESCRIPTORS = 200;
    /** TCP and HTTP. */
    private static final int LISTENERS = 2;

    public static ConnectionLimits from(SettingValues values) {
        return new ConnectionLimits(values.get(CONNECTIONS), values.get(ADDRESS_SHARE), REFUSED);
    }

    /** Limits without a limit for one address. */
    public static ConnectionLimits of(int connections) {
        return new ConnectionLimits(connections, 1, REFUSED);
    }

    /** The number of connections that one address may have. */
    int perAddress() {
        return Math.max(1, (int) (connections * addressShare));
    }

    /** The number of file descriptors that these limits need. */
    public long descriptors() {
        return (long) OTHER_DESCRIPTORS + connections + (long) LISTENERS * refused;
    }

    /**
     * These limits, lowered so that clients cannot use up the file descriptors: a segment or a snapshot needs one too. Of
     * few descriptors, half of those for clients are for connections that are being refused.
     */
    public ConnectionLimits within(long allowedDescriptors) {
        if (allowedDescriptors >= descriptors()) {
            return this;
        }
        long forClients = Math.max(2 * LISTENERS, allowedDescriptors - OTHER_DESCRIPTORS);
        long admitted = Math.min(connections, Math.max(forClients / 2, forClients - (long) LISTENERS * refused));
        return new ConnectionLimits((int) admitted, addressShare, (int) ((forClients - admitted) / LISTENERS));
    }
}
