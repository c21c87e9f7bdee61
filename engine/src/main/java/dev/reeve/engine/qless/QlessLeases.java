package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.EventType;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.lifecycle.EndTransitions;
import dev.reeve.engine.lifecycle.LeaseTransitions;
import dev.reeve.engine.queue.JobQueue;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** How callers with a clock lease jobs, renew and end leases, and retry jobs. */
public final class QlessLeases {
    private final EngineState state;

    QlessLeases(EngineState state) {
        this.state = state;
    }

    /**
     * Leases the job to a worker. The job's own duration of leases is ignored, and the job gets a history.
     *
     * @param leaseMicros the requested duration; 0 for that of the queue
     */
    public Lease lease(CallerClock clock, Job job, @Nullable String worker, long leaseMicros) {
        long at = state.nowOf(clock, job);
        state.qless().change(job, QlessJobFields::withCounted);
        Lease lease = new Lease(state.nextToken(), worker, at, 0, leaseEnd(job, leaseMicros, at));
        return state.leases().start(clock, job, lease);
    }

    /**
     * Extends the lease. A worker of the current dialect is added to the list of workers.
     *
     * @param leaseMicros the duration from now on; 0 for that of the queue
     * @param payload replaces the job's payload; null keeps it
     */
    public Lease renew(CallerClock clock, Job job, Lease old, long leaseMicros, byte @Nullable [] payload) {
        String worker = old.worker();
        if (worker != null && clock.dialect().registersOnRenewal()) {
            state.qless().administration().seen(clock, worker);
        }
        long at = state.nowOf(clock, job);
        state.qless().change(job, fields -> fields.withLease(fields.warned(), false));
        return state.leases().extend(job, old, at, leaseEnd(job, leaseMicros, at), payload);
    }

    private long leaseEnd(Job job, long leaseMicros, long at) {
        long lasts = leaseMicros > 0 ? leaseMicros : state.qless().heartbeatMicros(job.queue());
        return CallerClock.plus(at, lasts);
    }

    static HistoryEvent timedOut(CallerClock clock) {
        return new HistoryEvent(clock.nowMicros(), HistoryEvent.Type.TIMED_OUT, null, null, null);
    }

    /** Ends a lease. A job on a caller's clock uses no retry: it is stalled, and is the next one to be leased. */
    public void endLease(CallerClock clock, Job job) {
        String worker = job.holder();
        if (job.queue().deleted()) {
            state.ends().remove(job, EndReason.DELETED);
        } else if (job.polled()) {
            state.beginChange(job);
            OptionalJobFields fields = OptionalJobFields.of(job);
            state.edits().note(fields, timedOut(clock));
            fields.qless(fields.qless().withStalled(true));
            state.limits().keepSlot(job);
            state.placements().waitIn(job, State.READY, job.dueAtMicros());
            state.endChange(job);
            state.jobEvent(job, JobEventType.TIMED_OUT);
            state.jobEvent(job, JobEventType.RETRIED);
            state.happened(job, EventType.JOB_RETRYING, EndTransitions.WORKER_LOST);
            state.placements().announceIfReady(job);
        } else {
            state.leases().lapse(job);
        }
        if (worker != null) {
            state.qless().events().leaseLost(job.id(), worker);
        }
    }

    /**
     * Spends a retry of a leased job; the reply is how many are left, -1 if it has failed for good.
     *
     * @param queue where the job is tried again, or its failure is counted
     */
    public int retry(
            CallerClock clock,
            Job job,
            String queue,
            long delayMicros,
            @Nullable Failure reason,
            String groupIfExhausted) {
        if (LeaseTransitions.isCancelRequested(job)) {
            state.ends().cancel(job);
            return -1;
        }
        int left = retriesLeft(job);
        if (left < 0) {
            Failure failure = reason != null ? reason : state.ends().noRetriesLeft(clock, job, groupIfExhausted);
            state.qless().events().tracked(clock, TrackedEventType.FAILED, job.id());
            JobQueue counted = queue.equals(job.queue().name())
                    ? job.queue()
                    : state.qless().queueOrNew(queue, QlessQueue.UNLISTED);
            exhaust(clock, job, failure, counted);
            return left;
        }
        JobQueue to = state.qless().queueOrNew(queue, clock.nowMicros());
        state.totals().add(Count.RETRIED);
        state.jobEvent(job, JobEventType.RETRIED);
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        QlessJobFields qless = fields.qless().withCounted();
        fields.failure(reason != null ? reason : fields.failure());
        fields.qless(qless.withLease(false, qless.disowned()));
        state.limits().keepSlot(job);
        state.move(job, to);
        job.retriesUsed(job.retriesUsed() + 1);
        job.lease(null);
        long dueAt = CallerClock.plus(state.nowOf(clock, job), Math.max(0, delayMicros));
        state.placements().waitIn(job, delayMicros > 0 ? State.SCHEDULED : State.READY, dueAt);
        state.endChange(job);
        state.happened(job, EventType.JOB_RETRYING);
        state.placements().announceIfReady(job);
        return left;
    }

    private static int retriesLeft(Job job) {
        RetryPolicy retry = job.terms().retry();
        if (retry.rule() == RetryPolicy.Rule.RETRIES || retry.rule() == RetryPolicy.Rule.LAPSES) {
            return retry.retries() - job.retriesUsed() - 1;
        }
        int max = retry.maxAttempts();
        return max == 0 || job.attempts() < max ? Math.max(0, max - job.attempts()) : -1;
    }

    /**
     * Ends a job that has no retries left.
     *
     * @param failure the failure; its message is null unless a worker gave one
     * @param countedIn the queue in whose statistics the failure is counted
     */
    void exhaust(CallerClock clock, Job job, Failure failure, JobQueue countedIn) {
        state.totals().add(Count.FAILED);
        state.jobEvent(job, JobEventType.FAILED, state.leases().ranMicros(clock, job));
        state.ends().noteFailure(clock, job, failure, null);
        state.beginChange(job);
        job.retriesUsed(job.retriesUsed() + 1);
        state.endChange(job);
        String message = failure.message();
        byte[] result = message == null ? new byte[0] : message.getBytes(StandardCharsets.UTF_8);
        state.qless().countNextFailureIn(countedIn);
        state.ends().endFailed(clock, job, result, job.fails());
    }
}
