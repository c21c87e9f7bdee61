package dev.reeve.bench.load;

import java.net.InetSocketAddress;

/**
 * What is asked of the server: on so many connections, so many commands in flight on each.
 *
 * @param depth commands that a connection has in flight
 */
public record Load(Door door, InetSocketAddress address, String queue, int payloadBytes, int connections, int depth) {}
