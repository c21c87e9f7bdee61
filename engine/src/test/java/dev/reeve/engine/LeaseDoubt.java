package dev.reeve.engine;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import java.util.HashSet;
import java.util.Set;

/** Tells which leases would be in doubt after a restart. */
public final class LeaseDoubt {
    private LeaseDoubt() {}

    /** The numbers of the jobs. */
    public static Set<Long> afterRestart(Engine engine) {
        Set<Long> numbers = new HashSet<>();
        Deliveries deliveries = engine.state().deliveries();
        for (Job job : engine.state().jobs().all()) {
            Lease lease = job.lease();
            if (lease != null && (lease.token() > deliveries.confirmedToken() || deliveries.isInDoubt(job))) {
                numbers.add(job.number());
            }
        }
        return numbers;
    }
}
