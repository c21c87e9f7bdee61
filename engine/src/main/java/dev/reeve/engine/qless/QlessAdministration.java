package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.qless.TimedKeys.Timed;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The changes of qless records: workers, tracked and recurring jobs, options, the list of queues. */
public final class QlessAdministration {
    private static final int MAX_EXPIRED_PER_CALL = 100;
    private static final int MAX_WORKERS = 100_000;

    private final EngineState state;

    public QlessAdministration(EngineState state) {
        this.state = state;
    }

    /**
     * Records that a worker asked for work or renewed a lease. A new worker causes workers to be removed that were not
     * seen for longer than the maximum age; they no longer count as holders of their jobs. If there are more than
     * {@link #MAX_WORKERS}, the worker that was not seen for longest is removed too, but keeps its jobs. The limit bounds
     * the memory, because clients choose the names. When memory is full, new workers are not recorded.
     */
    public void seen(CallerClock clock, String worker) {
        TimedKeys<String> seen = state.qless().workers().seen();
        if (seen.get(worker) == null && !state.hasMemoryFor(Workers.sizeBytes(worker))) {
            expireWorkers(clock, MAX_EXPIRED_PER_CALL);
            return;
        }
        if (!seen.put(worker, clock.nowMicros())) {
            return;
        }
        expireWorkers(clock, MAX_EXPIRED_PER_CALL);
        Timed<String> first = seen.all().first();
        if (first != null && seen.all().size() > MAX_WORKERS) {
            seen.remove(first.key());
        }
    }

    /**
     * Removes the workers that were not seen for longer than the maximum age. They no longer count as holders of their
     * jobs; the leases do not change. If these are more than an entry may change, the next call removes the others.
     */
    public void expireWorkers(CallerClock clock) {
        expireWorkers(clock, MAX_WORKERS);
    }

    private void expireWorkers(CallerClock clock, int limit) {
        Workers workers = state.qless().workers();
        long since =
                CallerClock.plus(clock.nowMicros(), -state.qless().options().workerAgeMicros());
        for (Timed<String> old : workers.seen().upTo(since, Math.min(limit, state.changesLeft()))) {
            RankedSet<Job> jobs = workers.jobsOf(old.key());
            List<Job> disowned = jobs == null ? List.of() : jobs.page(0, state.changesLeft());
            state.changed(1 + disowned.size());
            disowned.forEach(this::disown);
            if (workers.jobsOf(old.key()) != null) {
                return;
            }
            workers.seen().remove(old.key());
        }
    }

    private void disown(Job job) {
        state.qless().change(job, fields -> fields.withLease(fields.warned(), true));
    }

    /** Removes completed jobs from the history that exceed its maximum age or count. */
    void pruneHistory(CallerClock clock) {
        RankedSet<Job> completed = state.qless().completedJobs();
        Job first = completed.first();
        long oldest =
                CallerClock.plus(clock.nowMicros(), -state.qless().options().historyMicros());
        long maxCount = Math.max(0, state.qless().options().historyCount());
        if (first == null || (first.endedAtMicros() > oldest && completed.size() <= maxCount)) {
            return;
        }
        int tooOld = completed.rankOf(job -> job.endedAtMicros() <= oldest ? -1 : 0);
        long tooMany = Math.max(tooOld, completed.size() - maxCount);
        int pruned = (int) Math.min(state.changesLeft(), tooMany);
        state.changed(pruned);
        completed.page(0, pruned).forEach(job -> state.ends().remove(job, EndReason.EXPIRED));
    }

    /** Returns whether this changes anything. */
    public boolean track(CallerClock clock, JobId id, boolean tracked) {
        TimedKeys<JobId> all = state.qless().tracked();
        TrackedEventType type = tracked ? TrackedEventType.TRACKED : TrackedEventType.UNTRACKED;
        state.qless().events().trackedEvent(clock, type, id);
        return tracked ? all.put(id, clock.nowMicros()) : all.remove(id);
    }

    /** Removes the queue from the list of queues. */
    public void forgetQueue(String queue) {
        JobQueue found = state.queue(queue);
        if (found != null) {
            state.qless().list(found, QlessQueue.UNLISTED);
        }
    }

    /** Adds the recurring job. It replaces a recurring job with the same id and takes over its count. */
    public void recur(CallerClock clock, RecurringJob job) {
        RecurringJob before = state.qless().recurring().get(job.id());
        state.qless().queueOrNew(job.queue(), clock.nowMicros());
        state.qless().recurring().put(job.at(before == null ? 0 : before.count(), job.nextMicros()));
        state.effects().delayed(job.queue());
    }

    public void configure(String option, @Nullable String value) {
        state.qless().events().configured(option, value);
        if (value == null) {
            state.qless().options().unset(option);
        } else {
            state.qless().options().set(option, value);
        }
        if (option.endsWith("-max-concurrency")) {
            JobQueue queue = state.queue(option.substring(0, option.length() - "-max-concurrency".length()));
            if (queue != null) {
                state.announce(queue);
            }
        }
    }
}
