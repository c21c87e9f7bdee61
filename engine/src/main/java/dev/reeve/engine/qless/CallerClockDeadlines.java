package dev.reeve.engine.qless;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.EventType;
import dev.reeve.engine.Growth;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.Totals;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.lifecycle.EndTransitions;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.ReplyLimit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of delays, leases and recurring jobs against the clock of a qless call that polls a queue: it reclaims
 * lapsed leases, creates jobs from recurring jobs and makes scheduled jobs ready. Invariant: between polls nothing of
 * this happens, whatever the server's clock says, and no poll depends on the time of an earlier one.
 */
public final class CallerClockDeadlines {
    private static final long SECOND = 1_000_000;

    /** What one poll creates from recurring jobs at most; later polls create the rest. */
    private static final int MAX_SPAWNED = 1_000;

    private static final long MAX_SPAWNED_BYTES = 4L * 1024 * 1024;

    private final EngineState state;

    public CallerClockDeadlines(EngineState state) {
        this.state = state;
    }

    /** The next jobs to lease from the queue, at most {@code count} and within the limit. */
    public List<Job> poll(JobQueue queue, CallerClock clock, int count, ReplyLimit limit) {
        int capacity = capacity(queue, clock.nowMicros(), count);
        if (queue.paused() || capacity <= 0) {
            return List.of();
        }
        List<Job> next = reclaimLapsed(queue, clock, capacity, limit.maxBytes());
        spawnRecurring(queue, clock, capacity - next.size());
        makeDueReady(queue, clock, capacity - next.size());
        int room = queue.room(state.atMicros());
        limit.addUpToLimit(next, queue.ready().page(0, Math.min(room, capacity - next.size())));
        return next;
    }

    /** The jobs that would be leased next if all lapsed leases were reclaimed. No lease is changed. */
    public List<Job> peek(JobQueue queue, CallerClock clock, int count) {
        CallerClockIndex index = QlessQueue.index(queue);
        List<Job> next = new ArrayList<>();
        ReplyLimit.USUAL.addUpToLimit(next, index.leased().page(0, Math.min(count, index.lapsed(clock.nowMicros()))));
        int before = queue.ready().size();
        spawnRecurring(queue, clock, count - next.size());
        makeDueReady(queue, clock, count - next.size());
        if (queue.ready().size() > before && !queue.paused()) {
            state.effects().becameReady(queue.name());
        }
        ReplyLimit.USUAL.addUpToLimit(next, queue.ready().page(0, count - next.size()));
        return next;
    }

    /**
     * The number of jobs that a poll at that time could lease; each lapsed lease and due recurring job counts as one.
     */
    public int readyCount(JobQueue queue, long nowMicros) {
        if (queue.paused()) {
            return 0;
        }
        int lapsed = QlessQueue.index(queue).lapsed(nowMicros);
        int recurring = state.qless().recurring().dueCount(queue.name(), nowMicros);
        return capacity(queue, nowMicros, waiting(queue, nowMicros) + recurring + lapsed);
    }

    /** The number of jobs that a poll at that time leases even if no lapsed lease or recurring job yields one. */
    public int guaranteedReadyCount(JobQueue queue, long nowMicros) {
        return queue.paused() ? 0 : capacity(queue, nowMicros, waiting(queue, nowMicros));
    }

    private static int waiting(JobQueue queue, long nowMicros) {
        return queue.ready().size() + QlessQueue.index(queue).due(nowMicros);
    }

    /** The first time after the given one at which a poll may find more jobs. */
    public long nextAfter(JobQueue queue, long micros) {
        long recurring = state.qless().recurring().nextAfter(queue.name(), micros);
        return Math.min(QlessQueue.index(queue).nextAfter(micros), recurring);
    }

    /** How many of the wanted leases the queue's limits allow. A lapsed lease that is taken over needs no slot. */
    private int capacity(JobQueue queue, long nowMicros, int wanted) {
        long room =
                (long) queue.room(state.atMicros()) + QlessQueue.index(queue).lapsed(nowMicros);
        return (int) Math.min(capacityOfConcurrency(queue, nowMicros, wanted), room);
    }

    private int capacityOfConcurrency(JobQueue queue, long nowMicros, int wanted) {
        long most = state.qless().options().maxConcurrency(queue.name());
        if (most <= 0) {
            return wanted;
        }
        int running = queue.leased().size() - QlessQueue.index(queue).endingBefore(nowMicros);
        return (int) Math.max(0, Math.min(wanted, most - running));
    }

    private List<Job> reclaimLapsed(JobQueue queue, CallerClock clock, int count, long maxBytes) {
        List<Job> reclaimed = new ArrayList<>();
        CallerClockIndex index = QlessQueue.index(queue);
        int lapsed = Math.min(count, index.lapsed(clock.nowMicros()));
        if (lapsed > 0) {
            long grace = clock.dialect().warns() ? state.qless().options().graceMicros() : 0;
            long bytes = 0;
            for (Job job : index.leased().page(0, lapsed)) {
                if (bytes < maxBytes && lapse(job, clock, grace)) {
                    reclaimed.add(job);
                    bytes += job.sizeBytes();
                }
            }
        }
        return reclaimed;
    }

    /**
     * Warns the worker of a lapsed lease, or reclaims the job. Returns whether the job can be leased to another worker.
     */
    private boolean lapse(Job job, CallerClock clock, long graceMicros) {
        OptionalJobFields before = job.optionalFields();
        boolean reclaims = graceMicros <= 0 || (before != null && before.qless().warned());
        boolean warns = graceMicros <= 0 || !reclaims;
        String worker = job.holder();
        if (warns) {
            warn(job, clock, graceMicros, worker);
        }
        if (!reclaims) {
            return false;
        }
        state.totals().add(Totals.Count.TIMED_OUT);
        state.jobEvent(job, JobEventType.TIMED_OUT);
        int used = job.retriesUsed() + (state.deliveries().isInDoubt(job) ? 0 : 1);
        if (used > job.terms().retry().retries()) {
            Failure failure = state.ends()
                    .noRetriesLeft(clock, job, "failed-retries-" + job.queue().name());
            state.qless().events().tracked(clock, TrackedEventType.FAILED, job.id());
            state.qless().events().failed(job, failure);
            state.qless().leases().exhaust(clock, job, failure, job.queue());
            return false;
        }
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        fields.qless(fields.qless().withLease(false, fields.qless().disowned()));
        job.retriesUsed(used);
        state.endChange(job);
        state.jobEvent(job, JobEventType.RETRIED);
        state.happened(job, EventType.JOB_RETRYING, EndTransitions.WORKER_LOST);
        return true;
    }

    private void warn(Job job, CallerClock clock, long graceMicros, @Nullable String worker) {
        state.qless().events().tracked(clock, TrackedEventType.STALLED, job.id());
        if (worker != null) {
            state.qless().events().leaseLost(job.id(), worker);
        }
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        state.edits().note(fields, QlessLeases.timedOut(clock));
        fields.qless(fields.qless().withLease(true, true));
        Lease lease = job.lease();
        if (lease != null) {
            job.lease(new Lease(
                    lease.token(),
                    lease.worker(),
                    lease.startedAtMicros(),
                    lease.renewedAtMicros(),
                    clock.after(graceMicros)));
        }
        state.endChange(job);
        DayStats stats = state.qless().stats(job.queue(), clock.nowMicros());
        stats.counts(stats.failures(), stats.failed(), stats.retries() + 1);
    }

    private void makeDueReady(JobQueue queue, CallerClock clock, int count) {
        CallerClockIndex index = QlessQueue.index(queue);
        int due = Math.min(count, index.due(clock.nowMicros()));
        if (due > 0) {
            index.scheduled().page(0, due).forEach(job -> state.placements().becomeReady(job, clock.nowMicros()));
        }
    }

    /** Creates due jobs of recurring jobs, as far as memory allows. What is not created stays due. */
    private void spawnRecurring(JobQueue queue, CallerClock clock, int wanted) {
        int count = Math.min(wanted, MAX_SPAWNED);
        int spawned = 0;
        long bytes = 0;
        for (RecurringJob job : state.qless().recurring().due(queue.name(), clock.nowMicros(), count)) {
            long next = firstMissed(job, clock.nowMicros());
            long number = job.count();
            long each = spawnedBytes(job);
            while (next <= clock.nowMicros()
                    && spawned < count
                    && bytes < MAX_SPAWNED_BYTES
                    && state.hasMemoryFor(each)) {
                spawned++;
                bytes += each;
                number++;
                JobId id = JobId.of(job.id() + "-" + number);
                if (state.find(JobRef.of(id)) == null) {
                    state.qless()
                            .placements()
                            .spawn(clock, spawned(job, id), next, job.id().toString());
                }
                next = CallerClock.plus(next, job.intervalMicros());
            }
            if (number != job.count()) {
                state.qless().recurring().put(job.at(number, next));
            }
        }
    }

    /** The due time of the first missed run, after skipping the runs that exceed the backlog. */
    private static long firstMissed(RecurringJob job, long nowMicros) {
        long next = Math.floorDiv(job.nextMicros(), SECOND) * SECOND;
        double missed = ((double) nowMicros - next) / job.intervalMicros();
        if (job.backlog() == 0 || missed <= job.backlog()) {
            return next;
        }
        return CallerClock.plus(next, (long) (Math.ceil(missed - job.backlog()) * job.intervalMicros()));
    }

    /** The most that one job of a recurring job takes; its queue exists. */
    private static long spawnedBytes(RecurringJob job) {
        return job.sizeBytes()
                + Job.OVERHEAD_BYTES
                + Growth.HISTORY
                + Growth.tags(job.tags())
                + 2 * job.id().sizeBytes();
    }

    private static Add spawned(RecurringJob job, JobId id) {
        AddOptions options = AddOptions.NONE.withKlass(job.klass()).withTags(job.tags());
        Terms terms = QlessTerms.withRetries(QlessTerms.DEFAULT, job.retries());
        return new Add(id, job.queue(), job.payload(), job.priority(), Add.NOW, terms, options);
    }
}
