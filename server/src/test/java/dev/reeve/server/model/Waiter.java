package dev.reeve.server.model;

import java.util.List;
import java.util.function.Function;

/**
 * A client that waits for a job to lease, or for the end of one.
 *
 * @param queues where it would take a job; none if it waits for an end
 * @param number the job whose end it waits for
 */
record Waiter(
        String client,
        List<String> queues,
        long number,
        Lender lender,
        long deadline,
        Function<ModelJob, String> reply,
        String nothing) {
    /** Who takes a job, and for how long: 0 leaves it to the job. */
    record Lender(String worker, long lasts) {}

    boolean wantsLease() {
        return !queues.isEmpty();
    }
}
