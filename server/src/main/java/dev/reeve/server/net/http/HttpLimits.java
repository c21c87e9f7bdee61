package dev.reeve.server.net.http;

/**
 * What HTTP clients may take of the machine.
 *
 * @param bodyBytes the largest body of a request
 * @param connections how many there may be
 * @param allBodyBytes all bodies that are being read or dealt with, together
 * @param allUnsentBytes all answers that have not been fetched, together
 */
public record HttpLimits(long bodyBytes, int connections, long allBodyBytes, long allUnsentBytes) {
    public static final HttpLimits DEFAULTS =
            new HttpLimits(1024 * 1024, 10_000, 256L * 1024 * 1024, 256L * 1024 * 1024);
}
