package dev.reeve.engine.queue;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import java.util.Comparator;

/**
 * The order in which ready jobs are leased: by descending priority, due time, number. Polled jobs come after
 * the others of the same due time, by descending id. Jobs that go first come before all others, by descending id.
 */
enum ReadyOrder implements Comparator<Job> {
    INSTANCE;

    @Override
    public int compare(Job a, Job b) {
        boolean aFirst = a.goesFirst();
        boolean bFirst = b.goesFirst();
        if (aFirst || bFirst) {
            return aFirst != bFirst ? (aFirst ? -1 : 1) : JobId.ORDER.compare(b.id(), a.id());
        }
        if (a.priority() != b.priority()) {
            return a.priority() > b.priority() ? -1 : 1;
        }
        if (a.dueAtMicros() != b.dueAtMicros()) {
            return a.dueAtMicros() < b.dueAtMicros() ? -1 : 1;
        }
        if (a.polled() != b.polled()) {
            return a.polled() ? 1 : -1;
        }
        if (a.polled()) {
            int byId = JobId.ORDER.compare(b.id(), a.id());
            if (byId != 0) {
                return byId;
            }
        }
        return Long.compare(a.number(), b.number());
    }
}
