package dev.reeve.client;

import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a client connects. Immutable: each method returns a copy.
 *
 * @param patience for how long a request that the server does not answer is repeated
 * @param timeout how long one request may take, besides the time that it asks the server to wait
 * @param tls null for that of the JVM
 * @param codec how typed payloads and results become JSON; null for what is on the class path
 */
public record ClientOptions(
        Duration patience,
        Duration timeout,
        @Nullable SSLContext tls,
        @Nullable JsonCodec codec) {
    public static final ClientOptions DEFAULTS =
            new ClientOptions(Duration.ofSeconds(30), Duration.ofSeconds(30), null, null);

    public ClientOptions patience(Duration longest) {
        return new ClientOptions(longest, timeout, tls, codec);
    }

    public ClientOptions timeout(Duration longest) {
        return new ClientOptions(patience, longest, tls, codec);
    }

    public ClientOptions tls(SSLContext context) {
        return new ClientOptions(patience, timeout, context, codec);
    }

    public ClientOptions codec(JsonCodec with) {
        return new ClientOptions(patience, timeout, tls, with);
    }
}
