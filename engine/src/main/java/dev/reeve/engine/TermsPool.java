package dev.reeve.engine;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Terms;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The terms of all jobs and queues, each kept once. Invariant: a value is here exactly as long as a job or a queue uses
 * it, so that its memory is counted once.
 */
public final class TermsPool {
    private static final long OVERHEAD_BYTES = 56 + 40 + 40 + HeapBytes.HASH_ENTRY + 24;
    private static final long BACKOFF_BYTES = 32;

    private static final class Use {
        private final Terms terms;
        private int count;

        Use(Terms terms) {
            this.terms = terms;
        }
    }

    /** More delays than this are not expected in terms that a command does not name itself. */
    public static final int MOST_DELAYS = 1000;

    private final NonIterableMap<Terms, Use> uses = new NonIterableMap<>();
    /** The last value asked for: jobs that come one after another mostly have the same terms, and a hash of terms is slow. */
    private @Nullable Use last;

    private long bytes;

    TermsPool() {}

    /** The equal instance that others use; the given one if there is none. */
    Terms shared(Terms terms) {
        Use use = find(terms);
        return use == null ? terms : use.terms;
    }

    private @Nullable Use find(Terms terms) {
        if (last != null && Objects.equals(last.terms, terms)) {
            return last;
        }
        Use use = uses.get(terms);
        last = use == null ? last : use;
        return use;
    }

    void enter(@Nullable Terms terms) {
        if (terms != null) {
            enter(terms, 1);
        }
    }

    /** So many jobs use the terms. */
    void enter(Terms terms, int jobs) {
        Use use = find(terms);
        if (use == null) {
            use = new Use(terms);
            last = use;
            uses.put(terms, use);
            bytes += sizeBytes(terms);
        }
        use.count += jobs;
    }

    void leave(@Nullable Terms terms) {
        Use use = terms == null ? null : find(terms);
        if (terms != null && use != null && --use.count == 0) {
            last = null;
            uses.remove(terms);
            bytes -= sizeBytes(terms);
        }
    }

    void clear() {
        uses.clear();
        last = null;
        bytes = 0;
    }

    long sizeBytes() {
        return bytes;
    }

    /** The estimated memory of one value. */
    public static long sizeBytes(Terms terms) {
        Backoff backoff = terms.retry().backoff();
        long delays = delayBytes(backoff.delaysMicros().size());
        return OVERHEAD_BYTES + (backoff.equals(Backoff.NONE) ? 0 : BACKOFF_BYTES + delays);
    }

    /** The estimated memory of a list of delays. */
    public static long delayBytes(int count) {
        return count == 0 ? 0 : HeapBytes.array(0) + HeapBytes.BOXED_TIME * count;
    }

    /** The most that one value takes that has at most so many delays. */
    public static long mostBytes(int delays) {
        return OVERHEAD_BYTES + BACKOFF_BYTES + delayBytes(delays);
    }
}
