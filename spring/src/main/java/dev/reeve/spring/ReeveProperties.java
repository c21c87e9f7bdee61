package dev.reeve.spring;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code reeve.*}.
 *
 * @param url the address of the server
 * @param token who the application is; without one the environment variable REEVE_TOKEN, else nobody
 * @param outbox where jobs of a transaction are kept until the server has them
 */
@ConfigurationProperties("reeve")
public record ReeveProperties(
        @DefaultValue("http://127.0.0.1:8023") URI url,
        @Nullable String token,
        @DefaultValue("none") Outbox outbox,
        @DefaultValue WorkerProperties worker) {
    /** Where jobs of a transaction are kept until the server has them. */
    public enum Outbox {
        /** In memory: they are lost if the application ends right after the commit. */
        NONE,
        /** In the table {@code reeve_outbox} of the transaction's database. */
        JDBC
    }

    /**
     * The properties {@code reeve.worker.*}.
     *
     * @param enabled whether this application works on jobs; it can add them in any case
     * @param queues whose jobs it takes
     * @param concurrency how many jobs it works on at once
     * @param lease after so long without a sign of the application, others get its jobs
     * @param drain how long the end of the application waits for handlers
     */
    public record WorkerProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue List<String> queues,
            @DefaultValue("10") int concurrency,
            @DefaultValue("60s") Duration lease,
            @DefaultValue("30s") Duration drain) {}
}
