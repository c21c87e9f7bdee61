package dev.reeve.bench.load;

import java.net.InetSocketAddress;

/**
 * The load on the server: door, queue, payload size, number of connections and depth.
 *
 * @param depth commands that a connection has in flight
 */
public record Load(Door door, InetSocketAddress address, String queue, int payloadBytes, int connections, int depth) {}
