package dev.reeve.door.qless;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.qless.RecurringJob;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Estimates the memory that a result occupies until its reply is written: payloads, texts and collections of them. */
final class ReplySize {
    private static final int LIGHT_BYTES = 16 * 1024;

    private ReplySize() {}

    static boolean isLight(@Nullable Object value) {
        return of(value) <= LIGHT_BYTES;
    }

    static long of(@Nullable Object value) {
        if (value instanceof Collection<?> many) {
            return many.stream().mapToLong(ReplySize::of).sum();
        } else if (value instanceof Outcome<?> outcome) {
            return outcome.rejection() == null ? of(outcome.reply()) : 0;
        } else if (value instanceof Optional<?> some) {
            return of(some.orElse(null));
        } else if (value instanceof LazyReply parts) {
            return of(parts.parts());
        } else if (value instanceof RecurringJob job) {
            return job.payload().length;
        } else if (value instanceof Resp reply) {
            return ofReply(reply);
        } else if (value instanceof LeasedJob leased) {
            return of(leased.job());
        } else if (value instanceof JobView job) {
            OptionalJobFields optionalFields = job.optionalFields();
            return job.payload().length
                    + (optionalFields == null ? 0 : optionalFields.history().sizeBytes());
        } else if (value instanceof byte[] bytes) {
            return bytes.length;
        } else if (value instanceof String text) {
            return text.length();
        }
        return 0;
    }

    private static long ofReply(Resp reply) {
        if (reply instanceof Resp.Bulk bulk) {
            return bulk.bytes().length;
        } else if (reply instanceof Resp.Array array) {
            return of(array.items());
        } else if (reply instanceof Resp.Pairs pairs) {
            return of(pairs.items());
        } else if (reply instanceof Resp.Scores scores) {
            return of(scores.items());
        } else if (reply instanceof Resp.Members members) {
            return of(members.items());
        }
        return 0;
    }
}
