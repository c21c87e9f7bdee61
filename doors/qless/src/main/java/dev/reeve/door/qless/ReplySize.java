package dev.reeve.door.qless;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.qless.QlessQueries;
import dev.reeve.engine.qless.QueueCounts;
import dev.reeve.engine.qless.RecurringJob;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Estimates the memory that a result occupies until its reply is written: payloads, texts and collections of them. */
public final class ReplySize {
    /** A result that has more than the parts that may be large. */
    public interface Parts {
        Collection<?> parts();

        default long bytes() {
            return of(parts());
        }
    }

    private static final int LIGHT_BYTES = 16 * 1024;
    /** Long lists have names and numbers; hashes, which may have payloads, have few fields. */
    private static final int FEW_ITEMS = 1000;

    /** Of an id, a row of a list and the like. */
    private static final long BYTES_A_NAME = 32;

    private ReplySize() {}

    static boolean isLight(@Nullable Object value) {
        return of(value) <= LIGHT_BYTES;
    }

    public static long of(@Nullable Object value) {
        if (value instanceof Collection<?> many) {
            return many.size() > FEW_ITEMS && isRow(many.iterator().next())
                    ? BYTES_A_NAME * many.size()
                    : many.stream().mapToLong(ReplySize::of).sum();
        } else if (value instanceof Outcome<?> outcome) {
            return outcome.rejection() == null ? of(outcome.reply()) : 0;
        } else if (value instanceof Optional<?> some) {
            return of(some.orElse(null));
        } else if (value instanceof Parts parts) {
            return parts.bytes();
        } else if (value instanceof RecurringJob job) {
            return job.payload().length;
        } else if (value instanceof Resp.Bulk bulk) {
            return bulk.bytes().length;
        } else if (value instanceof Resp.LongBulk bulk) {
            return bulk.bytes();
        } else if (value instanceof Resp.Aggregate aggregate) {
            return aggregate.items() instanceof Resp.LazyItems
                            && aggregate.items().size() > FEW_ITEMS
                    ? BYTES_A_NAME * aggregate.items().size()
                    : of(aggregate.items());
        } else if (value instanceof LeasedJob leased) {
            return of(leased.job());
        } else if (value instanceof JobView job) {
            OptionalJobFields optionalFields = job.qless().optionalFields();
            long fields = optionalFields == null
                    ? 0
                    : optionalFields.history().sizeBytes()
                            + BYTES_A_NAME * optionalFields.dependencies().size();
            return job.payloadLength()
                    + fields
                    + BYTES_A_NAME
                            * (job.qless().dependents().size()
                                    + job.labels().tags().size());
        } else if (value instanceof QlessQueries.WorkerJobs worker) {
            return BYTES_A_NAME * (worker.jobs().size() + worker.stalled().size());
        } else if (value instanceof byte[] bytes) {
            return bytes.length;
        } else if (value instanceof String text) {
            return text.length();
        }
        return value == null ? 0 : BYTES_A_NAME;
    }

    /** How many items a result has; 1 if it is no list. */
    static int items(@Nullable Object value) {
        if (value instanceof Parts parts) {
            return Math.max(1, parts.parts().size());
        } else if (value instanceof Resp.Aggregate aggregate) {
            return Math.max(1, aggregate.items().size());
        }
        return value instanceof Collection<?> many ? Math.max(1, many.size()) : 1;
    }

    /** Whether a long list of such items, which are all of one kind, need not be looked at item by item. */
    private static boolean isRow(Object item) {
        return item instanceof JobId || item instanceof QueueCounts || item instanceof QlessQueries.WorkerCounts;
    }
}
