package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.queue.JobQueue;
import org.jspecify.annotations.Nullable;

/** What is known besides jobs: workers, queues that are paused or listed, recurring and tracked jobs, options. */
public final class QlessAdministration {
    private static final int MOST_EXPIRED = 100;
    private static final int MOST_WORKERS = 100_000;

    private final EngineState store;

    public QlessAdministration(EngineState store) {
        this.store = store;
    }

    /**
     * A worker asked for work. When a new one comes, those are forgotten that were not seen for too long; of too many, the
     * one that was not seen for longest, which keeps its jobs: names are free, and whoever makes them up could fill the memory.
     */
    public void seen(CallerClock caller, String worker) {
        if (!store.workers().seen(worker, caller.nowMicros())) {
            return;
        }
        long since = CallerClock.plus(caller.nowMicros(), -store.config().workerAgeMicros());
        for (Workers.Worker old : store.workers().notSeenSince(since, MOST_EXPIRED)) {
            store.workers().forget(old.name());
            RankedSet<Job> jobs = store.workers().jobsOf(old.name());
            if (jobs != null) {
                jobs.page(0, jobs.size()).forEach(this::disown);
            }
        }
        Workers.Worker first = store.workers().all().first();
        if (first != null && store.workers().all().size() > MOST_WORKERS) {
            store.workers().forget(first.name());
        }
    }

    private void disown(Job job) {
        store.beginChange(job);
        OptionalJobFields optionalFields = OptionalJobFields.of(job);
        optionalFields.disowned(true);
        store.endChange(job);
    }

    /** The reply is whether that is a change. */
    public boolean track(CallerClock caller, JobId id, boolean tracked) {
        store.events().told(caller, tracked ? "track" : "untrack", id);
        return tracked
                ? store.tracked().add(id, caller.nowMicros())
                : store.tracked().remove(id);
    }

    public void pause(String queue, boolean paused) {
        if (!paused && store.queue(queue) == null) {
            return;
        }
        JobQueue found = store.queueOrNew(queue, JobQueue.UNLISTED);
        found.paused(paused);
        if (!paused) {
            announce(found);
        }
    }

    public void forgetQueue(String queue) {
        JobQueue found = store.queue(queue);
        if (found != null) {
            store.list(found, JobQueue.UNLISTED);
        }
    }

    /** Adds the recurring job, or puts it in the place of the one with its id, whose count it takes over. */
    public void recur(CallerClock caller, RecurringJob job) {
        RecurringJob before = store.recurring().get(job.id());
        store.queueOrNew(job.queue(), caller.nowMicros());
        store.recurring().put(job.at(before == null ? 0 : before.count(), job.nextMicros()));
        store.effects().delayed(job.queue());
    }

    public void unrecur(JobId id) {
        store.recurring().remove(id);
    }

    public void configure(String option, @Nullable String value) {
        store.events().configured(option, value);
        if (value == null) {
            store.config().unset(option);
        } else {
            store.config().set(option, value);
        }
        if (option.endsWith("-max-concurrency")) {
            JobQueue queue = store.queue(option.substring(0, option.length() - "-max-concurrency".length()));
            if (queue != null) {
                announce(queue);
            }
        }
    }

    /** Whoever waits for a job may have to be told now, or when one is due. */
    private void announce(JobQueue queue) {
        store.effects().delayed(queue.name());
        if (store.callerClockDeadlines().readyCount(queue, store.atMicros()) > 0) {
            store.effects().becameReady(queue.name());
        }
    }
}
