package dev.reeve.net.http;

/**
 * Resource limits of the HTTP listener.
 *
 * @param bodyBytes the largest request body
 * @param connections the largest number of connections
 * @param allBodyBytes all request bodies that are being read or processed, together
 * @param allUnsentBytes all responses that clients have not read, together
 */
public record HttpLimits(long bodyBytes, int connections, long allBodyBytes, long allUnsentBytes) {
    public static final HttpLimits DEFAULTS =
            new HttpLimits(1024 * 1024, 10_000, 256L * 1024 * 1024, 256L * 1024 * 1024);
}
