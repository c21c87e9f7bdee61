package dev.reeve.engine;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.CallerClockIndex;
import dev.reeve.engine.queue.RankedSet;
import java.util.Comparator;

/** The completed jobs that stay until newer ones take their place, by when they were completed. */
public final class CompletedHistory {
    private static final Comparator<Job> ORDER =
            (a, b) -> CallerClockIndex.byTime(a.endedAtMicros(), a.id(), b.endedAtMicros(), b.id());

    private final RankedSet<Job> jobs = new RankedSet<>(ORDER);

    public RankedSet<Job> jobs() {
        return jobs;
    }

    /** How many were completed at that moment or before. */
    int completedBy(long micros) {
        return jobs.rankOf(job -> job.endedAtMicros() <= micros ? -1 : 0);
    }

    void enter(Job job) {
        if (belongs(job)) {
            jobs.add(job);
        }
    }

    void leave(Job job) {
        if (belongs(job)) {
            jobs.remove(job);
        }
    }

    static boolean belongs(Job job) {
        return job.state() == State.COMPLETED && job.terms().keepMicros() == Terms.HISTORY;
    }

    void clear() {
        jobs.clear();
    }
}
