package dev.reeve.engine.qless;

import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import java.util.List;

/** The terms of jobs on a caller's clock. */
public final class QlessTerms {
    static final int DEFAULT_RETRIES = 5;

    /** Leases of the queue's duration, retries after lapses, and no removal by the server's clock. */
    public static final Terms DEFAULT = new Terms(
            0,
            0,
            Terms.FOREVER,
            Terms.FOREVER,
            Terms.BACKGROUND,
            new RetryPolicy(RetryPolicy.Rule.LAPSES, 0, 0, DEFAULT_RETRIES, List.of()));

    private QlessTerms() {}

    static Terms withRetries(Terms terms, int retries) {
        return new TermsPatch(null, null, null, retries, null).on(terms);
    }
}
