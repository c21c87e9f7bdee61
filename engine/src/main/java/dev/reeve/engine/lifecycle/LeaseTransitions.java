package dev.reeve.engine.lifecycle;

import dev.reeve.engine.Effects;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.EventType;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.Backoff;
import dev.reeve.engine.job.CancelRequest;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryChoice;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.TrackedEventType;
import org.jspecify.annotations.Nullable;

/** The transitions into and out of LEASED, except the end of a job. */
public final class LeaseTransitions {
    /** Instead of a delay: the job is ready at once, at its old place in the queue. */
    private static final long AT_ITS_PLACE = -1;

    private final EngineState state;

    public LeaseTransitions(EngineState state) {
        this.state = state;
    }

    /**
     * Leases the job to a worker.
     *
     * @param leaseMicros the requested duration; 0 for that of the job or its queue
     */
    public Lease lease(Job job, @Nullable String worker, long leaseMicros) {
        long at = state.atMicros();
        long end = leaseEnd(job, leaseMicros, at, at);
        return start(state.clockOr(null), job, new Lease(state.nextToken(), worker, at, 0, end));
    }

    /** Starts a lease. */
    public Lease start(CallerClock clock, Job job, Lease lease) {
        state.jobEvent(job, JobEventType.LEASED, waitedMicros(clock, job));
        state.beginChange(job);
        if (job.ties().limitKey() != null || job.queue().isLimited()) {
            state.limits().started(job, state.atMicros());
        }
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            state.edits().note(fields, HistoryEvent.leased(clock.nowMicros(), lease.worker()));
            state.qless().leased(clock, job, fields);
            fields.sinceMicros(clock.nowMicros());
        }
        job.transition(State.LEASED);
        job.attempts(job.attempts() + 1);
        job.timedOut(false);
        job.options(job.options().withLeaseEnd(null));
        job.lease(lease);
        state.endChange(job);
        state.happened(job, EventType.JOB_LEASED, lease.worker());
        state.qless().events().tracked(clock, TrackedEventType.POPPED, job.id());
        return lease;
    }

    /** The time since the job was due; unknown for a later try, because the job was leased in between. */
    private long waitedMicros(CallerClock clock, Job job) {
        boolean first = job.polled() ? job.retriesUsed() == 0 && !job.goesFirst() : job.attempts() == 0;
        return first ? Math.max(0, state.nowOf(clock, job) - job.dueAtMicros()) : Effects.UNKNOWN_DURATION;
    }

    /** The time since the job was leased. */
    public long ranMicros(CallerClock clock, Job job) {
        Lease lease = job.lease();
        if (lease == null || job.state() != State.LEASED) {
            return Effects.UNKNOWN_DURATION;
        }
        return Math.max(0, state.nowOf(clock, job) - lease.startedAtMicros());
    }

    /**
     * Extends the lease.
     *
     * @param leaseMicros the duration from now on; 0 keeps the deadline and restarts only the heartbeat timeout
     * @param payload replaces the job's payload; null keeps it
     */
    public Lease renew(Job job, Lease old, long leaseMicros, byte @Nullable [] payload) {
        long at = state.atMicros();
        long end = old.deadlineMicros();
        if (leaseMicros > 0) {
            end = leaseEnd(job, leaseMicros, at, at);
        } else if (job.terms().heartbeatMicros() > 0) {
            end = leaseEnd(job, 0, old.startedAtMicros(), at);
        }
        return extend(job, old, at, end, payload);
    }

    /** Extends the lease until the given time. */
    public Lease extend(Job job, Lease old, long renewedAtMicros, long endMicros, byte @Nullable [] payload) {
        Lease renewed = new Lease(old.token(), old.worker(), old.startedAtMicros(), renewedAtMicros, endMicros);
        state.beginChange(job);
        job.lease(renewed);
        if (payload != null) {
            job.payload(payload);
        }
        state.endChange(job);
        return renewed;
    }

    private long leaseEnd(Job job, long leaseMicros, long startedAt, long aliveAt) {
        Terms terms = job.terms();
        long lasts = leaseMicros > 0 ? leaseMicros : terms.leaseMicros();
        lasts = lasts > 0 ? lasts : state.qless().heartbeatMicros(job.queue());
        long end = lasts > 0 ? DeadlineHeap.after(startedAt, lasts) : CallerClock.plus(startedAt, lasts);
        boolean heartbeats = terms.heartbeatMicros() > 0 && leaseMicros == 0;
        return heartbeats ? Math.min(end, DeadlineHeap.after(aliveAt, terms.heartbeatMicros())) : end;
    }

    /** Notes the request to cancel a leased job; the first one counts. */
    public void requestCancel(Job job, CancelRequest request) {
        if (!isCancelRequested(job)) {
            state.beginChange(job);
            job.options(job.options().withCancelRequest(request));
            state.endChange(job);
            state.happened(job, EventType.JOB_CANCEL_REQUESTED);
        }
    }

    /** Whether the end of the lease, unless it is a completion, cancels the job. */
    public static boolean isCancelRequested(Job job) {
        return job.state() == State.LEASED && job.options().cancelRequest() != null;
    }

    /** Stores the output of a running job. */
    public void output(Job job, byte[] output) {
        state.beginChange(job);
        job.result(output);
        state.endChange(job);
    }

    /** Returns the job to its old place in the queue. An undelivered attempt is not counted. */
    public void release(Job job, boolean undelivered) {
        release(job, undelivered, 0);
    }

    /** As {@link #release(Job, boolean)}; after a delay the job is ready at that time, not at its old place. */
    public void release(Job job, boolean undelivered, long delayMicros) {
        if (isCancelRequested(job)) {
            state.ends().cancel(job);
            return;
        }
        if (job.queue().deleted()) {
            state.ends().remove(job, EndReason.DELETED);
            return;
        }
        state.beginChange(job);
        if (delayMicros > 0) {
            state.placements().waitIn(job, State.SCHEDULED, DeadlineHeap.after(state.atMicros(), delayMicros));
        } else {
            job.transition(State.READY);
        }
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            state.qless().released(fields);
        }
        state.limits().giveUpSlot(job);
        if (undelivered) {
            state.limits().givenBack(job, state.atMicros());
            job.attempts(job.attempts() - 1);
        } else {
            job.options(job.options().withLapses(0));
        }
        state.endChange(job);
        state.placements().announceIfReady(job);
    }

    /** Ends a lease at its deadline. If its worker may not know of it, the job was not delivered. */
    void deadlinePassed(Job job) {
        if (!job.terms().foreground() && state.deliveries().isInDoubt(job)) {
            release(job, true);
        } else {
            lapse(job);
        }
    }

    /** Ends a lease that has lapsed or was ended by a {@code Timeout} command. */
    public void lapse(Job job) {
        state.totals().add(Count.TIMED_OUT);
        state.jobEvent(job, JobEventType.TIMED_OUT);
        if (job.terms().foreground()) {
            state.ends().remove(job, EndReason.NOT_FINISHED);
            return;
        }
        if (isCancelRequested(job)) {
            state.ends().cancel(job);
            return;
        }
        RetryPolicy retry = job.terms().retry();
        boolean retries = !job.queue().deleted()
                && switch (retry.rule()) {
                    case ATTEMPTS -> attemptsLeft(job);
                    case BACKOFF -> attemptsLeft(job) && lapsesLeft(job);
                    case RETRIES, LAPSES -> job.retriesUsed() < retry.retries();
                };
        if (retries) {
            retry(job, job.fails(), true, null, policyDelayMicros(job, true));
        } else {
            state.ends().timeOut(job);
        }
    }

    static boolean attemptsLeft(Job job) {
        int max = job.terms().retry().maxAttempts();
        return max == 0 || job.attempts() < max;
    }

    /** Whether the lease may lapse once more in a row. */
    private static boolean lapsesLeft(Job job) {
        int max = job.terms().retry().maxLapses();
        return max == 0 || job.options().lapses() + 1 < max;
    }

    /** The retries that the job has used, with the one that it waits for. */
    static int retriesSpent(Job job) {
        boolean waits = job.state() == State.RETRYING && job.terms().retry().rule() != RetryPolicy.Rule.ATTEMPTS;
        return job.retriesUsed() + (waits ? 1 : 0);
    }

    /** Retries the job after a reported failure, when the reporter or else the policy says. */
    void retry(Job job, int fails, byte @Nullable [] result, RetryChoice choice) {
        retry(job, fails, false, result, choice.hasDelay() ? choice.delayMicros() : policyDelayMicros(job, false));
    }

    private long policyDelayMicros(Job job, boolean lapsed) {
        RetryPolicy retry = job.terms().retry();
        return switch (retry.rule()) {
            case ATTEMPTS, LAPSES -> AT_ITS_PLACE;
            case RETRIES -> retry.delayMicros(retriesSpent(job));
            case BACKOFF -> lapsed ? AT_ITS_PLACE : backoffMicros(job, retry.backoff());
        };
    }

    private long backoffMicros(Job job, Backoff backoff) {
        return backoff.delayMicros(Math.max(0, job.attempts() - 1), state.random(job.number()));
    }

    /**
     * A report may come before the job was ever leased: that never lets it run before the time it was scheduled for, nor
     * before the end of a delay that the reporter of its last failure chose. A job that waits for its retry still tells
     * when its last try ended and what it had come to; the next one starts anew. A retry counts when the job is queued
     * again: now, or after the delay.
     *
     * @param result the output of the try; null or empty keeps the stored output
     * @param delayMicros the delay, after which the job is at the back of the queue; {@link #AT_ITS_PLACE} for its old place
     */
    private void retry(Job job, int fails, boolean timedOut, byte @Nullable [] result, long delayMicros) {
        State before = job.state();
        boolean keepsItsTime = before == State.SCHEDULED || before == State.DEPENDS;
        boolean waitsOn = before == State.RETRYING && delayMicros == AT_ITS_PLACE;
        int spent = retriesSpent(job);
        long delay = 0;
        state.beginChange(job);
        if (before == State.LEASED) {
            state.limits().keepSlot(job);
        }
        job.fails(fails);
        job.timedOut(timedOut);
        job.retriesUsed(spent);
        if (job.terms().retry().rule() == RetryPolicy.Rule.BACKOFF) {
            job.options(job.options().withLapses(timedOut ? job.options().lapses() + 1 : 0));
        }
        if (delayMicros != AT_ITS_PLACE && !keepsItsTime) {
            delay = delayMicros;
            job.dueAtMicros(DeadlineHeap.after(state.atMicros(), delay));
        }
        if (delay == 0 && !waitsOn) {
            state.placements().countRetry(job);
        }
        if (!keepsItsTime && !waitsOn) {
            job.transition(delay > 0 ? State.RETRYING : State.READY);
            job.endedAtMicros(delay > 0 ? state.atMicros() : 0);
            boolean hasResult = result != null && result.length > 0;
            job.result(delay == 0 ? null : hasResult ? result : job.result());
        }
        state.endChange(job);
        JobError error = job.error();
        String type = timedOut ? EndTransitions.WORKER_LOST : error == null ? null : error.type();
        state.happened(job, EventType.JOB_RETRYING, type);
        if (before != State.READY) {
            state.placements().announceIfReady(job);
        }
    }
}
