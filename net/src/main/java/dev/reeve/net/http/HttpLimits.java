package dev.reeve.net.http;

/**
 * Resource limits of the HTTP listener.
 *
 * @param bodyBytes the largest request body
 * @param connections the largest number of connections
 */
public record HttpLimits(long bodyBytes, int connections) {
    public static final HttpLimits DEFAULTS = new HttpLimits(1024 * 1024, 10_000);
}
