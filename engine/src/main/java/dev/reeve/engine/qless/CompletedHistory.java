package dev.reeve.engine.qless;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import java.util.Comparator;

/** Index of the completed jobs that are kept in the history, ordered by the time of completion. */
public final class CompletedHistory {
    private static final Comparator<Job> ORDER =
            (a, b) -> CallerClockIndex.byTime(a.endedAtMicros(), a.id(), b.endedAtMicros(), b.id());

    private final RankedSet<Job> jobs = new RankedSet<>(ORDER);

    public RankedSet<Job> jobs() {
        return jobs;
    }

    /** The number of jobs completed at that time or before. */
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

    /** Whether the job is kept in the history. */
    public static boolean belongs(Job job) {
        return job.state() == State.COMPLETED && job.terms().keepMicros() == Terms.HISTORY;
    }

    public void clear() {
        jobs.clear();
    }
}
