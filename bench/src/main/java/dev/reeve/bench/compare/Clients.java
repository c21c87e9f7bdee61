package dev.reeve.bench.compare;

/**
 * How many clients a server has.
 *
 * @param depth commands that a connection has in flight
 */
record Clients(int connections, int depth) {}
