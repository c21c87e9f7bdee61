package dev.reeve.engine.queue;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import java.util.Comparator;

/**
 * The order in which ready jobs are leased: by descending priority, due time, number. Jobs on a caller's clock come
 * after the others of the same due time, by descending id. Stalled jobs come before all others.
 */
enum ReadyOrder implements Comparator<Job> {
    INSTANCE;

    @Override
    public int compare(Job a, Job b) {
        if (a.stalled() || b.stalled()) {
            int byId = JobId.ORDER.compare(b.id(), a.id());
            return a.stalled() != b.stalled() ? (a.stalled() ? -1 : 1) : byId;
        }
        if (a.priority() != b.priority()) {
            return a.priority() > b.priority() ? -1 : 1;
        }
        if (a.dueAtMicros() != b.dueAtMicros()) {
            return a.dueAtMicros() < b.dueAtMicros() ? -1 : 1;
        }
        if (a.onCallerClock() != b.onCallerClock()) {
            return a.onCallerClock() ? 1 : -1;
        }
        if (a.onCallerClock()) {
            int byId = JobId.ORDER.compare(b.id(), a.id());
            if (byId != 0) {
                return byId;
            }
        }
        return Long.compare(a.number(), b.number());
    }
}
