package dev.reeve.engine;

import dev.reeve.engine.job.Event;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.Ledger;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.DayStats;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.LazyJobs;
import dev.reeve.engine.queue.Recurring;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a queue brings about, by the clock of whoever looks: leases that have lapsed are taken back, recurring
 * jobs put, scheduled ones made ready. Between looks none of this happens, whatever the server's clock says, and no look
 * remembers the time of an earlier one.
 */
public final class LazyClock {
    private static final long SECOND = 1_000_000;

    /** What the jobs of one answer may weigh together; the first is in it whatever it weighs. */
    private static final long MOST_BYTES = 16L * 1024 * 1024;

    private final Store store;

    LazyClock(Store store) {
        this.store = store;
    }

    /** The next jobs to lease from the queue, at most so many. */
    public List<Job> take(JobQueue queue, Caller caller, int count) {
        int room = room(queue, caller.nowMicros(), count);
        if (queue.paused() || room <= 0) {
            return List.of();
        }
        List<Job> taken = takeBack(queue, caller, room);
        spawn(queue, caller, room - taken.size());
        ripen(queue, caller, room - taken.size());
        addWhatFits(taken, queue.ready().page(0, room - taken.size()));
        return taken;
    }

    private static void addWhatFits(List<Job> jobs, List<Job> more) {
        if (jobs.isEmpty() && more.size() == 1) {
            jobs.addAll(more);
            return;
        }
        long bytes = jobs.stream().mapToLong(Job::sizeBytes).sum();
        for (Job job : more) {
            bytes += job.sizeBytes();
            if (bytes > MOST_BYTES && !jobs.isEmpty()) {
                return;
            }
            jobs.add(job);
        }
    }

    /** The jobs that would be leased next, if everybody whose lease has lapsed lost it now. */
    public List<Job> peek(JobQueue queue, Caller caller, int count) {
        LazyJobs lazy = queue.lazy();
        List<Job> next = new ArrayList<>();
        if (lazy != null) {
            addWhatFits(next, lazy.leased().page(0, Math.min(count, lazy.lapsed(caller.nowMicros()))));
        }
        int before = queue.ready().size();
        spawn(queue, caller, count - next.size());
        ripen(queue, caller, count - next.size());
        if (queue.ready().size() > before && !queue.paused()) {
            store.effects().becameReady(queue.name());
        }
        addWhatFits(next, queue.ready().page(0, count - next.size()));
        return next;
    }

    /** How many jobs could be leased from the queue at that moment, or be lost by their workers. */
    int readyCount(JobQueue queue, long nowMicros) {
        if (queue.paused()) {
            return 0;
        }
        LazyJobs lazy = queue.lazy();
        int lapsed = lazy == null ? 0 : lazy.lapsed(nowMicros);
        int recurring = store.recurring().dueCount(queue.name(), nowMicros);
        return room(queue, nowMicros, waiting(queue, nowMicros) + recurring + lapsed);
    }

    /** How many jobs as many leases would get at that moment, whatever comes of lapsed leases and recurring jobs. */
    int surelyReadyCount(JobQueue queue, long nowMicros) {
        return queue.paused() ? 0 : room(queue, nowMicros, waiting(queue, nowMicros));
    }

    private static int waiting(JobQueue queue, long nowMicros) {
        LazyJobs lazy = queue.lazy();
        return queue.ready().size() + (lazy == null ? 0 : lazy.due(nowMicros));
    }

    /** The first moment after that one at which there may be more to lease. */
    long nextAfter(JobQueue queue, long micros) {
        return Math.min(queue.nextLazyAfter(micros), store.recurring().nextAfter(queue.name(), micros));
    }

    private int room(JobQueue queue, long nowMicros, int wanted) {
        long most = store.config().maxConcurrency(queue.name());
        if (most <= 0) {
            return wanted;
        }
        LazyJobs lazy = queue.lazy();
        int running = queue.leased().size() - (lazy == null ? 0 : lazy.endingBefore(nowMicros));
        return (int) Math.max(0, Math.min(wanted, most - running));
    }

    private List<Job> takeBack(JobQueue queue, Caller caller, int count) {
        List<Job> taken = new ArrayList<>();
        LazyJobs lazy = queue.lazy();
        int lapsed = lazy == null ? 0 : Math.min(count, lazy.lapsed(caller.nowMicros()));
        if (lazy != null && lapsed > 0) {
            long grace = caller.dialect().warns() ? store.config().graceMicros() : 0;
            long bytes = 0;
            for (Job job : lazy.leased().page(0, lapsed)) {
                if (bytes < MOST_BYTES && lapse(job, caller, grace)) {
                    taken.add(job);
                    bytes += job.sizeBytes();
                }
            }
        }
        return taken;
    }

    /** Deals with a lapsed lease; the reply is whether the job can be leased to another. */
    private boolean lapse(Job job, Caller caller, long graceMicros) {
        Ledger before = job.ledger();
        boolean takes = graceMicros <= 0 || (before != null && before.warned());
        boolean warns = graceMicros <= 0 || !takes;
        String worker = Journey.worker(job);
        if (warns) {
            warn(job, caller, graceMicros, worker);
        }
        if (!takes) {
            return false;
        }
        store.totals().add(Totals.Count.TIMED_OUT);
        store.passed(job, Milestone.TIMED_OUT);
        int used = job.retriesUsed() + 1;
        if (used > job.terms().retry().retries()) {
            String group = "failed-retries-" + job.queue().name();
            Failure failure = store.journey().exhausted(caller, job, group);
            store.events().tracked(caller, "failed", job.id());
            store.events().failed(job.id(), group, failure.message(), worker == null ? "" : worker);
            store.lifecycle().failForGood(caller, job, failure, null, used);
            return false;
        }
        store.edit(job);
        Journey.ledger(job).warned(false);
        job.retriesUsed(used);
        store.edited(job);
        store.passed(job, Milestone.RETRIED);
        return true;
    }

    private void warn(Job job, Caller caller, long graceMicros, @Nullable String worker) {
        store.events().tracked(caller, "stalled", job.id());
        if (worker != null) {
            store.events().lockLost(job.id(), worker);
        }
        store.edit(job);
        Ledger ledger = Journey.ledger(job);
        store.journey().note(ledger, Event.timedOut(caller.nowMicros()));
        ledger.warned(true);
        ledger.disowned(true);
        Lease lease = job.lease();
        if (lease != null) {
            job.lease(new Lease(
                    lease.token(),
                    lease.worker(),
                    lease.startedAtMicros(),
                    lease.renewedAtMicros(),
                    caller.after(graceMicros)));
        }
        store.edited(job);
        DayStats stats = store.statsOf(job.queue(), caller.nowMicros());
        stats.counts(stats.failures(), stats.failed(), stats.retries() + 1);
    }

    private void ripen(JobQueue queue, Caller caller, int count) {
        LazyJobs lazy = queue.lazy();
        int due = lazy == null ? 0 : Math.min(count, lazy.due(caller.nowMicros()));
        if (lazy != null && due > 0) {
            for (Job job : lazy.scheduled().page(0, due)) {
                store.edit(job);
                job.state(State.READY);
                job.dueAtMicros(caller.nowMicros());
                job.endedAtMicros(0);
                job.result(null);
                store.edited(job);
            }
        }
    }

    private void spawn(JobQueue queue, Caller caller, int count) {
        int spawned = 0;
        for (Recurring job : store.recurring().due(queue.name(), caller.nowMicros(), count)) {
            long next = skipped(job, caller.nowMicros());
            long number = job.count();
            while (next <= caller.nowMicros() && spawned < count) {
                spawned++;
                number++;
                JobId id = JobId.of(job.id() + "-" + number);
                if (store.find(JobRef.of(id)) == null) {
                    store.journey().spawn(caller, id, job.id().toString(), next, placing(job));
                }
                next = Caller.plus(next, job.intervalMicros());
            }
            if (number != job.count()) {
                store.recurring().put(job.at(number, next));
            }
        }
    }

    /** When the first of the missed ones is due, those left out that are more than the backlog. */
    private static long skipped(Recurring job, long nowMicros) {
        long next = Math.floorDiv(job.nextMicros(), SECOND) * SECOND;
        double missed = ((double) nowMicros - next) / job.intervalMicros();
        if (job.backlog() == 0 || missed <= job.backlog()) {
            return next;
        }
        return Caller.plus(next, (long) (Math.ceil(missed - job.backlog()) * job.intervalMicros()));
    }

    private static Placing placing(Recurring job) {
        return new Placing(
                job.queue(), job.klass(), job.payload(), 0, job.priority(), job.tags(), job.retries(), List.of());
    }
}
