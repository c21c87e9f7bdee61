package dev.reeve.client;

import org.jspecify.annotations.Nullable;

/**
 * A kind of job: its name, the types of payload and result, and the queue that such jobs usually go to. The name is a text and
 * not a class, so that a renamed class breaks no job that waits. Immutable.
 *
 * @param <P> the payload; {@code String}, {@code byte[]}, {@link RawJson}, or what the {@link JsonCodec} knows
 * @param <R> the result, likewise; {@code Void} for none
 */
public record JobType<P, R>(
        String name,
        Class<P> payload,
        Class<R> result,
        @Nullable String queueName) {
    /** A kind of job without a result. */
    public static <P> JobType<P, Void> of(String name, Class<P> payload) {
        return new JobType<>(name, payload, Void.class, null);
    }

    public static <P, R> JobType<P, R> of(String name, Class<P> payload, Class<R> result) {
        return new JobType<>(name, payload, result, null);
    }

    /** Jobs of this kind go to this queue unless they name another one. */
    public JobType<P, R> queue(String queue) {
        return new JobType<>(name, payload, result, queue);
    }

    /** A job to be added. */
    public JobRequest<P, R> with(@Nullable P value) {
        return new JobRequest<>(this, value);
    }
}
