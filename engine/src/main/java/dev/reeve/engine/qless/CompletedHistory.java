package dev.reeve.engine.qless;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
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
    public int completedBy(long micros) {
        return jobs.rankOf(job -> job.endedAtMicros() <= micros ? -1 : 0);
    }

    public void enter(Job job) {
        if (belongs(job)) {
            jobs.add(job);
        }
    }

    public void leave(Job job) {
        if (belongs(job)) {
            jobs.remove(job);
        }
    }

    public static boolean belongs(Job job) {
        return job.state() == State.COMPLETED && job.terms().keepMicros() == Terms.HISTORY;
    }

    public void clear() {
        jobs.clear();
    }
}
