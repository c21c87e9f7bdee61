package dev.reeve.campaign.model;

import java.util.List;
import java.util.function.Function;

/**
 * A client that waits for a job to lease, or for the end of one.
 *
 * @param queues the queues to lease from; empty if it waits for the end of a job
 * @param number the number of the job whose end it waits for
 * @param deadline when it ends, by {@link Model#uptime}
 */
record Waiter(
        String client,
        List<String> queues,
        long number,
        Lender lender,
        long deadline,
        Function<ModelJob, String> reply,
        String nothing) {
    /** The worker and the lease duration; 0 takes the duration of the job. */
    record Lender(String worker, long lasts) {}

    boolean wantsLease() {
        return !queues.isEmpty();
    }
}
