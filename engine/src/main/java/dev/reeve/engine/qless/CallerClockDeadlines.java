package dev.reeve.engine.qless;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.Totals;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.job.TermsPatch;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a queue brings about, by the clock of whoever looks: leases that have lapsed are taken back, recurring
 * jobs put, scheduled ones made ready. Between looks none of this happens, whatever the server's clock says, and no look
 * remembers the time of an earlier one.
 */
public final class CallerClockDeadlines {
    private static final long SECOND = 1_000_000;

    /** What the jobs of one answer may weigh together; the first is in it whatever it weighs. */
    private static final long MOST_BYTES = 16L * 1024 * 1024;

    private final EngineState store;

    public CallerClockDeadlines(EngineState store) {
        this.store = store;
    }

    /** The next jobs to lease from the queue, at most so many. */
    public List<Job> take(JobQueue queue, CallerClock caller, int count) {
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
    public List<Job> peek(JobQueue queue, CallerClock caller, int count) {
        CallerClockIndex index = queue.callerClockIndex();
        List<Job> next = new ArrayList<>();
        if (index != null) {
            addWhatFits(next, index.leased().page(0, Math.min(count, index.lapsed(caller.nowMicros()))));
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
    public int readyCount(JobQueue queue, long nowMicros) {
        if (queue.paused()) {
            return 0;
        }
        CallerClockIndex index = queue.callerClockIndex();
        int lapsed = index == null ? 0 : index.lapsed(nowMicros);
        int recurring = store.recurring().dueCount(queue.name(), nowMicros);
        return room(queue, nowMicros, waiting(queue, nowMicros) + recurring + lapsed);
    }

    /** How many jobs as many leases would get at that moment, whatever comes of lapsed leases and recurring jobs. */
    public int surelyReadyCount(JobQueue queue, long nowMicros) {
        return queue.paused() ? 0 : room(queue, nowMicros, waiting(queue, nowMicros));
    }

    private static int waiting(JobQueue queue, long nowMicros) {
        CallerClockIndex index = queue.callerClockIndex();
        return queue.ready().size() + (index == null ? 0 : index.due(nowMicros));
    }

    /** The first moment after that one at which there may be more to lease. */
    public long nextAfter(JobQueue queue, long micros) {
        return Math.min(queue.nextCallerClockAfter(micros), store.recurring().nextAfter(queue.name(), micros));
    }

    private int room(JobQueue queue, long nowMicros, int wanted) {
        long most = store.config().maxConcurrency(queue.name());
        if (most <= 0) {
            return wanted;
        }
        CallerClockIndex index = queue.callerClockIndex();
        int running = queue.leased().size() - (index == null ? 0 : index.endingBefore(nowMicros));
        return (int) Math.max(0, Math.min(wanted, most - running));
    }

    private List<Job> takeBack(JobQueue queue, CallerClock caller, int count) {
        List<Job> taken = new ArrayList<>();
        CallerClockIndex index = queue.callerClockIndex();
        int lapsed = index == null ? 0 : Math.min(count, index.lapsed(caller.nowMicros()));
        if (index != null && lapsed > 0) {
            long grace = caller.dialect().warns() ? store.config().graceMicros() : 0;
            long bytes = 0;
            for (Job job : index.leased().page(0, lapsed)) {
                if (bytes < MOST_BYTES && lapse(job, caller, grace)) {
                    taken.add(job);
                    bytes += job.sizeBytes();
                }
            }
        }
        return taken;
    }

    /** Deals with a lapsed lease; the reply is whether the job can be leased to another. */
    private boolean lapse(Job job, CallerClock caller, long graceMicros) {
        OptionalJobFields before = job.optionalFields();
        boolean takes = graceMicros <= 0 || (before != null && before.warned());
        boolean warns = graceMicros <= 0 || !takes;
        String worker = job.holder();
        if (warns) {
            warn(job, caller, graceMicros, worker);
        }
        if (!takes) {
            return false;
        }
        store.totals().add(Totals.Count.TIMED_OUT);
        store.jobEvent(job, JobEventType.TIMED_OUT);
        int used = job.retriesUsed() + 1;
        if (used > job.terms().retry().retries()) {
            String group = "failed-retries-" + job.queue().name();
            Failure failure = store.ends().exhausted(caller, job, group);
            store.events().tracked(caller, "failed", job.id());
            store.events().failed(job.id(), group, failure.message(), worker == null ? "" : worker);
            store.ends().failForGood(caller, job, failure, null, used);
            return false;
        }
        store.beginChange(job);
        OptionalJobFields.of(job).warned(false);
        job.retriesUsed(used);
        store.endChange(job);
        store.jobEvent(job, JobEventType.RETRIED);
        return true;
    }

    private void warn(Job job, CallerClock caller, long graceMicros, @Nullable String worker) {
        store.events().tracked(caller, "stalled", job.id());
        if (worker != null) {
            store.events().lockLost(job.id(), worker);
        }
        store.beginChange(job);
        OptionalJobFields optionalFields = OptionalJobFields.of(job);
        store.edits().note(optionalFields, HistoryEvent.timedOut(caller.nowMicros()));
        optionalFields.warned(true);
        optionalFields.disowned(true);
        Lease lease = job.lease();
        if (lease != null) {
            job.lease(new Lease(
                    lease.token(),
                    lease.worker(),
                    lease.startedAtMicros(),
                    lease.renewedAtMicros(),
                    caller.after(graceMicros)));
        }
        store.endChange(job);
        DayStats stats = store.statsOf(job.queue(), caller.nowMicros());
        stats.counts(stats.failures(), stats.failed(), stats.retries() + 1);
    }

    private void ripen(JobQueue queue, CallerClock caller, int count) {
        CallerClockIndex index = queue.callerClockIndex();
        int due = index == null ? 0 : Math.min(count, index.due(caller.nowMicros()));
        if (index != null && due > 0) {
            for (Job job : index.scheduled().page(0, due)) {
                store.placements().becomeReady(caller, job);
            }
        }
    }

    private void spawn(JobQueue queue, CallerClock caller, int count) {
        int spawned = 0;
        for (RecurringJob job : store.recurring().due(queue.name(), caller.nowMicros(), count)) {
            long next = skipped(job, caller.nowMicros());
            long number = job.count();
            while (next <= caller.nowMicros() && spawned < count) {
                spawned++;
                number++;
                JobId id = JobId.of(job.id() + "-" + number);
                if (store.find(JobRef.of(id)) == null) {
                    store.placements()
                            .spawn(caller, spawned(job, id), next, job.id().toString());
                }
                next = CallerClock.plus(next, job.intervalMicros());
            }
            if (number != job.count()) {
                store.recurring().put(job.at(number, next));
            }
        }
    }

    /** When the first of the missed ones is due, those left out that are more than the backlog. */
    private static long skipped(RecurringJob job, long nowMicros) {
        long next = Math.floorDiv(job.nextMicros(), SECOND) * SECOND;
        double missed = ((double) nowMicros - next) / job.intervalMicros();
        if (job.backlog() == 0 || missed <= job.backlog()) {
            return next;
        }
        return CallerClock.plus(next, (long) (Math.ceil(missed - job.backlog()) * job.intervalMicros()));
    }

    private static Add spawned(RecurringJob job, JobId id) {
        AddOptions options = new AddOptions(
                false,
                TermsPatch.NOTHING,
                job.klass(),
                job.tags(),
                List.of(),
                AddOptions.Existing.REFUSE,
                null,
                false,
                null);
        Terms terms = Terms.ON_CALLER_CLOCK.withRetries(job.retries());
        return new Add(id, job.queue(), job.payload(), job.priority(), Add.NOW, terms, options);
    }
}
