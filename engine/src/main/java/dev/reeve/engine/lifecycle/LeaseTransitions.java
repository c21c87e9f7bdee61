package dev.reeve.engine.lifecycle;

import dev.reeve.engine.Effects;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import org.jspecify.annotations.Nullable;

/** The transitions into and out of LEASED, but for the end of a job. */
public final class LeaseTransitions {
    private final EngineState state;

    public LeaseTransitions(EngineState state) {
        this.state = state;
    }

    /**
     * Gives the job to a worker.
     *
     * @param leaseMicros how long the caller wants the lease to last; 0 leaves it to the job and its queue
     * @param byCallerClock whether the caller brought its own clock: then its queue decides, and the job gets a history
     */
    public Lease lease(CallerClock clock, Job job, @Nullable String worker, long leaseMicros, boolean byCallerClock) {
        long now = state.nowOf(clock, job);
        long at = byCallerClock ? now : state.atMicros();
        long end = byCallerClock ? queueLeaseEnd(job, leaseMicros, at) : leaseEnd(job, leaseMicros, at, at);
        Lease lease = new Lease(state.nextToken(), worker, at, 0, end);
        state.effects().jobEvent(job.queue().name(), JobEventType.LEASED, waitedMicros(clock, job));
        state.beginChange(job);
        OptionalJobFields fields = byCallerClock ? OptionalJobFields.of(job) : job.optionalFields();
        if (fields != null) {
            state.edits().note(fields, HistoryEvent.popped(clock.nowMicros(), worker == null ? "" : worker));
            double waited = clock.secondsSince(fields.sinceMicros());
            state.statsOf(job.queue(), clock.nowMicros()).waits().add(waited);
            fields.sinceMicros(clock.nowMicros());
            fields.disowned(false);
        }
        job.transition(State.LEASED);
        job.stalled(false);
        job.attempts(job.attempts() + 1);
        job.timedOut(false);
        job.lease(lease);
        state.endChange(job);
        state.events().tracked(clock, "popped", job.id());
        return lease;
    }

    /** How long the job has been due by the clock it goes by; unknown for a later try, as a worker had it before. */
    private long waitedMicros(CallerClock clock, Job job) {
        boolean first = job.onCallerClock() ? job.retriesUsed() == 0 && !job.stalled() : job.attempts() == 0;
        return first ? Math.max(0, state.nowOf(clock, job) - job.dueAtMicros()) : Effects.UNKNOWN_DURATION;
    }

    /** How long the worker that reports has had the job. */
    long ranMicros(CallerClock clock, Job job) {
        Lease lease = job.lease();
        if (lease == null || job.state() != State.LEASED) {
            return Effects.UNKNOWN_DURATION;
        }
        return Math.max(0, state.nowOf(clock, job) - lease.startedAtMicros());
    }

    /**
     * Extends the lease.
     *
     * @param clock the caller's clock; null for the server's
     * @param leaseMicros how long the lease lasts from now on. With 0 it is what the queue says for a caller with a clock;
     *     else the deadline is kept, except that the heartbeat timeout starts again
     * @param payload replaces the job's; null keeps it
     */
    public Lease renew(@Nullable CallerClock clock, Job job, Lease old, long leaseMicros, byte @Nullable [] payload) {
        long at = clock == null ? state.atMicros() : state.nowOf(clock, job);
        long end;
        if (clock != null) {
            end = queueLeaseEnd(job, leaseMicros, at);
        } else if (leaseMicros > 0) {
            end = leaseEnd(job, leaseMicros, at, at);
        } else if (job.terms().heartbeatMicros() > 0) {
            end = leaseEnd(job, 0, old.startedAtMicros(), at);
        } else {
            end = old.deadlineMicros();
        }
        Lease renewed = new Lease(old.token(), old.worker(), old.startedAtMicros(), at, end);
        state.beginChange(job);
        OptionalJobFields fields = job.optionalFields();
        if (clock != null && fields != null) {
            fields.disowned(false);
        }
        job.lease(renewed);
        job.payload(payload == null ? job.payload() : payload);
        state.endChange(job);
        return renewed;
    }

    private long queueLeaseEnd(Job job, long leaseMicros, long at) {
        long lasts = leaseMicros > 0
                ? leaseMicros
                : state.config().heartbeatMicros(job.queue().name());
        return CallerClock.plus(at, lasts);
    }

    private long leaseEnd(Job job, long leaseMicros, long startedAt, long aliveAt) {
        Terms terms = job.terms();
        long lasts = leaseMicros > 0 ? leaseMicros : terms.leaseMicros();
        lasts = lasts > 0 ? lasts : state.config().heartbeatMicros(job.queue().name());
        long end = lasts > 0 ? DeadlineHeap.after(startedAt, lasts) : CallerClock.plus(startedAt, lasts);
        boolean heartbeats = terms.heartbeatMicros() > 0 && leaseMicros == 0;
        return heartbeats ? Math.min(end, DeadlineHeap.after(aliveAt, terms.heartbeatMicros())) : end;
    }

    /** What a running job has come to so far. */
    public void output(Job job, byte[] output) {
        state.beginChange(job);
        job.result(output);
        state.endChange(job);
    }

    /** Back to its old place. An attempt that never reached its worker does not count. */
    public void release(Job job, boolean undelivered) {
        if (job.queue().deleted()) {
            state.ends().remove(job, EndReason.DELETED);
            return;
        }
        state.beginChange(job);
        job.transition(State.READY);
        if (undelivered) {
            job.attempts(job.attempts() - 1);
        }
        state.endChange(job);
        state.placements().announceIfReady(job);
    }

    /** The lease ran out, or was declared to have. */
    public void lapse(Job job) {
        state.totals().add(Count.TIMED_OUT);
        state.jobEvent(job, JobEventType.TIMED_OUT);
        if (job.terms().foreground()) {
            state.ends().remove(job, EndReason.NOT_FINISHED);
            return;
        }
        RetryPolicy retry = job.terms().retry();
        boolean again = !job.queue().deleted()
                && switch (retry.rule()) {
                    case ATTEMPTS -> attemptsLeft(job);
                    case RETRIES, LAPSES -> job.retriesUsed() < retry.retries();
                };
        if (again) {
            tryAgain(job, job.fails(), true, null);
        } else {
            state.ends().timeOut(job);
        }
    }

    /**
     * Takes a leased job from its worker by a caller's clock. It costs a job on that clock no retry: it is stalled, and
     * the next worker to ask gets it.
     */
    public void takeBack(CallerClock clock, Job job) {
        String worker = job.holder();
        if (job.queue().deleted()) {
            state.ends().remove(job, EndReason.DELETED);
        } else if (job.onCallerClock()) {
            state.beginChange(job);
            state.edits().note(OptionalJobFields.of(job), HistoryEvent.timedOut(clock.nowMicros()));
            job.transition(State.READY);
            job.stalled(true);
            state.endChange(job);
            state.jobEvent(job, JobEventType.TIMED_OUT);
            state.jobEvent(job, JobEventType.RETRIED);
            state.placements().announceIfReady(job);
        } else {
            lapse(job);
        }
        if (worker != null) {
            state.events().lockLost(job.id(), worker);
        }
    }

    static boolean attemptsLeft(Job job) {
        int most = job.terms().retry().maxAttempts();
        return most == 0 || job.attempts() < most;
    }

    /** The retries that the job has used, with the one that it waits for. */
    static int retriesSpent(Job job) {
        return job.retriesUsed() + (job.state() == State.RETRYING ? 1 : 0);
    }

    /**
     * A report may come before the job was ever leased: that never lets it run before the time it was scheduled for. A
     * job that waits for its retry still tells when its last try ended and what it had come to; the next one starts anew.
     * A retry counts when the job is queued again: now, or after the delay.
     *
     * @param result what the try came to; null or nothing keeps what was stored with the job
     */
    void tryAgain(Job job, int fails, boolean timedOut, byte @Nullable [] result) {
        RetryPolicy.Rule rule = job.terms().retry().rule();
        State before = job.state();
        boolean keepsItsTime = before == State.SCHEDULED || before == State.DEPENDS;
        int spent = retriesSpent(job);
        long delay = 0;
        state.beginChange(job);
        job.fails(fails);
        job.timedOut(timedOut);
        job.retriesUsed(spent);
        if (rule == RetryPolicy.Rule.RETRIES && !keepsItsTime) {
            delay = job.terms().retry().delayMicros(spent);
            job.dueAtMicros(DeadlineHeap.after(state.atMicros(), delay));
        }
        if (delay == 0) {
            state.placements().countRetry(job);
        }
        if (!keepsItsTime) {
            job.transition(delay > 0 ? State.RETRYING : State.READY);
            job.endedAtMicros(delay > 0 ? state.atMicros() : 0);
            boolean told = result != null && result.length > 0;
            job.result(delay == 0 ? null : told ? result : job.result());
        }
        state.endChange(job);
        if (before != State.READY) {
            state.placements().announceIfReady(job);
        }
    }
}
