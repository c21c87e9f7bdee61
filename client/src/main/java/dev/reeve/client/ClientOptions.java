package dev.reeve.client;

import dev.reeve.client.observe.JobObserver;
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
 * @param observer who is told what is done with jobs; null for OpenTelemetry if it is on the class path
 * @param addTiming when jobs are added; null for at once
 */
public record ClientOptions(
        Duration patience,
        Duration timeout,
        @Nullable SSLContext tls,
        @Nullable JsonCodec codec,
        @Nullable JobObserver observer,
        @Nullable AddTiming addTiming) {
    public static final ClientOptions DEFAULTS =
            new ClientOptions(Duration.ofSeconds(30), Duration.ofSeconds(30), null, null, null, null);

    public ClientOptions patience(Duration longest) {
        return new ClientOptions(longest, timeout, tls, codec, observer, addTiming);
    }

    public ClientOptions timeout(Duration longest) {
        return new ClientOptions(patience, longest, tls, codec, observer, addTiming);
    }

    public ClientOptions tls(SSLContext context) {
        return new ClientOptions(patience, timeout, context, codec, observer, addTiming);
    }

    public ClientOptions codec(JsonCodec with) {
        return new ClientOptions(patience, timeout, tls, with, observer, addTiming);
    }

    public ClientOptions observer(JobObserver told) {
        return new ClientOptions(patience, timeout, tls, codec, told, addTiming);
    }

    /** Decides when {@link Reeve#add} and {@link Reeve#batch} send their jobs. Jobs of {@code addAll} are sent at once in any case. */
    public ClientOptions addTiming(AddTiming timing) {
        return new ClientOptions(patience, timeout, tls, codec, observer, timing);
    }
}
