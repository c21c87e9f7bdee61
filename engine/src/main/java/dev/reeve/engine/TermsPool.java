package dev.reeve.engine;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Terms;
import org.jspecify.annotations.Nullable;

/**
 * The terms of all jobs and queues, each kept once. Invariant: a value is here exactly as long as a job or a queue uses
 * it, so that its memory is counted once.
 */
public final class TermsPool {
    private static final long OVERHEAD_BYTES = 56 + 32 + HeapBytes.HASH_ENTRY + 24;

    private static final class Use {
        private final Terms terms;
        private int count;

        Use(Terms terms) {
            this.terms = terms;
        }
    }

    private final NonIterableMap<Terms, Use> uses = new NonIterableMap<>();
    private long bytes;

    TermsPool() {}

    /** The equal instance that others use; the given one if there is none. */
    Terms shared(Terms terms) {
        Use use = uses.get(terms);
        return use == null ? terms : use.terms;
    }

    void enter(@Nullable Terms terms) {
        if (terms == null) {
            return;
        }
        Use use = uses.get(terms);
        if (use == null) {
            use = new Use(terms);
            uses.put(terms, use);
            bytes += sizeBytes(terms);
        }
        use.count++;
    }

    void leave(@Nullable Terms terms) {
        Use use = terms == null ? null : uses.get(terms);
        if (terms != null && use != null && --use.count == 0) {
            uses.remove(terms);
            bytes -= sizeBytes(terms);
        }
    }

    void clear() {
        uses.clear();
        bytes = 0;
    }

    long sizeBytes() {
        return bytes;
    }

    /** The estimated memory of one value. */
    public static long sizeBytes(Terms terms) {
        int delays = terms.retry().delaysMicros().size();
        return OVERHEAD_BYTES + (delays == 0 ? 0 : HeapBytes.array(0) + HeapBytes.BOXED_TIME * delays);
    }
}
