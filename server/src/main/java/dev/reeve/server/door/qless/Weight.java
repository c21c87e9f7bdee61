package dev.reeve.server.door.qless;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.Acquired;
import dev.reeve.engine.job.JobView;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How many bytes an answer of the engine keeps in memory, about: payloads, texts and lists of them. */
final class Weight {
    private Weight() {}

    static long of(@Nullable Object value) {
        if (value instanceof Collection<?> many) {
            return many.stream().mapToLong(Weight::of).sum();
        } else if (value instanceof Outcome<?> outcome) {
            return outcome.rejection() == null ? of(outcome.reply()) : 0;
        } else if (value instanceof Optional<?> some) {
            return of(some.orElse(null));
        } else if (value instanceof Acquired job) {
            return job.payload().length;
        } else if (value instanceof JobView job) {
            return job.payload().length;
        } else if (value instanceof byte[] bytes) {
            return bytes.length;
        } else if (value instanceof String text) {
            return text.length();
        }
        return 0;
    }
}
