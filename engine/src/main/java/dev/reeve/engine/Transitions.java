package dev.reeve.engine;

import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.QlessJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.RankedSet;
import dev.reeve.engine.timer.DeadlineHeap;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps that a job can take. Every rule about what follows what is here; commands decide only who may ask for it. */
public final class Transitions {
    private static final byte[] NO_RESULT = new byte[0];

    private static final int MOST_PRUNED = 1000;

    /** What a failure is filed under if nobody says. */
    private static final String UNFILED = "failed";

    private final EngineState store;

    Transitions(EngineState store) {
        this.store = store;
    }

    public void add(Job job) {
        store.insert(job);
        store.totals().add(Count.CREATED);
        store.jobEvent(job, JobEventType.ADDED);
        announceIfReady(job);
    }

    /**
     * Gives the job to a worker.
     *
     * @param leaseMicros how long the acquiring call wants the lease to last; 0 leaves it to the job and its queue
     */
    public Lease lease(Job job, @Nullable String worker, long leaseMicros) {
        long at = store.atMicros();
        Lease lease = new Lease(store.nextToken(), worker, at, 0, leaseEnd(job, leaseMicros, at, at));
        store.beginChange(job);
        return lease(CallerClock.at(at), job, lease, job.qlessFields());
    }

    /** Gives the job to a worker that goes by its own clock, for as long as its queue says. */
    public Lease pop(CallerClock caller, Job job, String worker, long leaseMicros) {
        long now = job.onCallerClock() ? caller.nowMicros() : store.atMicros();
        Lease lease = new Lease(store.nextToken(), worker, now, 0, CallerClock.plus(now, leaseMicros));
        store.beginChange(job);
        return lease(caller, job, lease, QlessTransitions.qlessFields(job));
    }

    private Lease lease(CallerClock caller, Job job, Lease lease, @Nullable QlessJobFields qlessFields) {
        String worker = lease.worker();
        store.effects().jobEvent(job.queue().name(), JobEventType.LEASED, waitedMicros(caller, job));
        if (qlessFields != null) {
            store.qlessTransitions()
                    .note(qlessFields, HistoryEvent.popped(caller.nowMicros(), worker == null ? "" : worker));
            double waited = caller.secondsSince(qlessFields.sinceMicros());
            store.statsOf(job.queue(), caller.nowMicros()).waits().add(waited);
            qlessFields.sinceMicros(caller.nowMicros());
            qlessFields.disowned(false);
        }
        job.state(State.LEASED);
        job.stalled(false);
        job.attempts(job.attempts() + 1);
        job.timedOut(false);
        job.lease(lease);
        store.endChange(job);
        store.events().tracked(caller, "popped", job.id());
        return lease;
    }

    /** How long the job has been due by the clock it goes by. Later tries do not tell: a worker had it in between. */
    private long waitedMicros(CallerClock caller, Job job) {
        boolean first = job.onCallerClock() ? job.retriesUsed() == 0 && !job.stalled() : job.attempts() == 0;
        return first ? Math.max(0, nowMicros(caller, job) - job.dueAtMicros()) : Effects.UNKNOWN_DURATION;
    }

    /** How long the worker that reports has had the job. */
    long ranMicros(CallerClock caller, Job job) {
        Lease lease = job.lease();
        if (lease == null || job.state() != State.LEASED) {
            return Effects.UNKNOWN_DURATION;
        }
        return Math.max(0, nowMicros(caller, job) - lease.startedAtMicros());
    }

    /** The time by the clock that the job goes by. */
    private long nowMicros(CallerClock caller, Job job) {
        return job.onCallerClock() ? caller.nowMicros() : store.atMicros();
    }

    /**
     * A sign of life.
     *
     * @param leaseMicros how long the lease lasts from now on; 0 keeps its end, but for what a heartbeat puts off
     */
    public Lease renew(Job job, Lease old, long leaseMicros) {
        long at = store.atMicros();
        long end;
        if (leaseMicros > 0) {
            end = leaseEnd(job, leaseMicros, at, at);
        } else if (job.terms().heartbeatMicros() > 0) {
            end = leaseEnd(job, 0, old.startedAtMicros(), at);
        } else {
            end = old.deadlineMicros();
        }
        Lease renewed = new Lease(old.token(), old.worker(), old.startedAtMicros(), at, end);
        store.beginChange(job);
        job.lease(renewed);
        store.endChange(job);
        return renewed;
    }

    private long leaseEnd(Job job, long leaseMicros, long startedAt, long aliveAt) {
        Terms terms = job.terms();
        long lasts = leaseMicros > 0 ? leaseMicros : terms.leaseMicros();
        lasts = lasts > 0 ? lasts : store.config().heartbeatMicros(job.queue().name());
        long end = lasts > 0 ? DeadlineHeap.after(startedAt, lasts) : CallerClock.plus(startedAt, lasts);
        boolean heartbeats = terms.heartbeatMicros() > 0 && leaseMicros == 0;
        return heartbeats ? Math.min(end, DeadlineHeap.after(aliveAt, terms.heartbeatMicros())) : end;
    }

    public void complete(Job job, byte[] result) {
        complete(CallerClock.at(store.atMicros()), job, result);
    }

    public void complete(CallerClock caller, Job job, byte[] result) {
        store.totals().add(Count.COMPLETED);
        store.effects().jobEvent(job.queue().name(), JobEventType.COMPLETED, ranMicros(caller, job));
        store.qlessTransitions().ran(caller, job);
        store.events().tracked(caller, "completed", job.id());
        if (job.qlessFields() != null) {
            store.events().completed(job.id(), job.queue().name());
        }
        boolean completedHistory = job.terms().keepMicros() == Terms.HISTORY;
        end(caller, job, new Ending(State.COMPLETED, EndReason.COMPLETED, result, job.fails(), false, null));
        if (completedHistory) {
            prune(caller);
        }
    }

    /** Makes room for the jobs completed last: those go that are too old, or too many. */
    private void prune(CallerClock caller) {
        RankedSet<Job> completedHistory = store.completedHistory().jobs();
        Job first = completedHistory.first();
        long oldest = CallerClock.plus(caller.nowMicros(), -store.config().historyMicros());
        long most = Math.max(0, store.config().historyCount());
        if (first == null || (first.endedAtMicros() > oldest && completedHistory.size() <= most)) {
            return;
        }
        long tooMany = Math.max(store.completedHistory().completedBy(oldest), completedHistory.size() - most);
        completedHistory.page(0, (int) Math.min(MOST_PRUNED, tooMany)).forEach(job -> remove(job, EndReason.EXPIRED));
    }

    /**
     * Ends the job with a failure, whatever its policy says.
     *
     * @param worker who reported it, if anyone did
     */
    void failForGood(CallerClock caller, Job job, Failure failure, @Nullable String worker, int retriesUsed) {
        store.totals().add(Count.FAILED);
        store.effects().jobEvent(job.queue().name(), JobEventType.FAILED, ranMicros(caller, job));
        store.beginChange(job);
        QlessJobFields qlessFields = QlessTransitions.qlessFields(job);
        store.qlessTransitions().note(qlessFields, HistoryEvent.failed(caller.nowMicros(), failure.group(), worker));
        job.retriesUsed(retriesUsed);
        store.endChange(job);
        byte[] result = failure.message().getBytes(StandardCharsets.UTF_8);
        end(caller, job, new Ending(State.FAILED, EndReason.FAILED, result, job.fails(), false, failure));
    }

    /** A worker reports that a job failed, and under which name to file that. */
    public void fail(CallerClock caller, Job job, Failure failure, String worker) {
        store.events().failed(job.id(), failure.group(), failure.message(), worker);
        store.events().tracked(caller, "failed", job.id());
        if (job.onCallerClock()) {
            failForGood(caller, job, failure, worker, job.retriesUsed());
        } else {
            fail(job, failure.message().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** A worker reports failure; the job is tried again if its policy allows. */
    public void fail(Job job, byte[] result) {
        int fails = job.fails() + 1;
        RetryPolicy retry = job.terms().retry();
        store.totals().add(Count.FAILED);
        store.effects().jobEvent(job.queue().name(), JobEventType.FAILED, ranMicros(now(), job));
        boolean again = !job.terms().foreground()
                && !job.queue().deleted()
                && switch (retry.rule()) {
                    case ATTEMPTS -> fails < retry.maxFails() && attemptsLeft(job);
                    case RETRIES -> job.retriesUsed() < retry.retries();
                    case LAPSES -> false;
                };
        if (again) {
            tryAgain(job, fails, false);
            return;
        }
        end(now(), job, new Ending(State.FAILED, EndReason.FAILED, result, fails, false, null));
    }

    /** The lease ran out, or was declared to have. */
    public void lapse(Job job) {
        store.totals().add(Count.TIMED_OUT);
        store.jobEvent(job, JobEventType.TIMED_OUT);
        if (job.terms().foreground()) {
            remove(job, EndReason.NOT_FINISHED);
            return;
        }
        RetryPolicy retry = job.terms().retry();
        boolean again = !job.queue().deleted()
                && switch (retry.rule()) {
                    case ATTEMPTS -> attemptsLeft(job);
                    case RETRIES, LAPSES -> job.retriesUsed() < retry.retries();
                };
        if (again) {
            tryAgain(job, job.fails(), true);
        } else if (retry.rule() == RetryPolicy.Rule.RETRIES) {
            byte[] result = job.result();
            end(
                    now(),
                    job,
                    new Ending(
                            State.TIMED_OUT,
                            EndReason.TIMED_OUT,
                            result == null ? NO_RESULT : result,
                            job.fails(),
                            true,
                            null));
        } else {
            end(now(), job, new Ending(State.FAILED, EndReason.FAILED, NO_RESULT, job.fails(), true, null));
        }
    }

    private CallerClock now() {
        return CallerClock.at(store.atMicros());
    }

    static boolean attemptsLeft(Job job) {
        int most = job.terms().retry().maxAttempts();
        return most == 0 || job.attempts() < most;
    }

    /**
     * A report may come before the job was ever leased: that never lets it run before the time it was scheduled for. A
     * job that waits for its retry still tells when its last try ended and what it had come to; the next one starts anew.
     */
    private void tryAgain(Job job, int fails, boolean timedOut) {
        RetryPolicy.Rule rule = job.terms().retry().rule();
        State before = job.state();
        store.totals().add(Count.RETRIED);
        store.jobEvent(job, JobEventType.RETRIED);
        int used = job.retriesUsed();
        store.beginChange(job);
        job.fails(fails);
        job.timedOut(timedOut);
        if (rule != RetryPolicy.Rule.ATTEMPTS) {
            job.retriesUsed(used + 1);
        }
        if (before != State.SCHEDULED && before != State.DEPENDS) {
            long delay = 0;
            if (rule == RetryPolicy.Rule.RETRIES) {
                delay = job.terms().retry().delayMicros(used);
                job.dueAtMicros(DeadlineHeap.after(store.atMicros(), delay));
            }
            job.state(delay > 0 ? State.RETRYING : State.READY);
            job.endedAtMicros(delay > 0 ? store.atMicros() : 0);
            if (rule == RetryPolicy.Rule.RETRIES && delay == 0) {
                job.result(null);
            }
        }
        store.endChange(job);
        if (before != State.READY) {
            announceIfReady(job);
        }
    }

    /** Back to its old place. An attempt that never reached its worker does not count. */
    public void release(Job job, boolean undelivered) {
        if (job.queue().deleted()) {
            remove(job, EndReason.DELETED);
            return;
        }
        store.beginChange(job);
        job.state(State.READY);
        if (undelivered) {
            job.attempts(job.attempts() - 1);
        }
        store.endChange(job);
        announceIfReady(job);
    }

    /** Nobody wants it any more. One that has failed for good may be called cancelled afterwards. */
    public void cancel(Job job) {
        store.totals().add(Count.CANCELLED);
        store.jobEvent(job, JobEventType.CANCELLED);
        byte[] result = job.result();
        end(
                now(),
                job,
                new Ending(
                        State.CANCELLED,
                        EndReason.CANCELLED,
                        result == null ? NO_RESULT : result,
                        job.fails(),
                        false,
                        null));
    }

    /** Has it done once more from the start, at the back of the queue of that name, which may be another one by now. */
    public void requeue(Job job) {
        store.totals().add(Count.RETRIED);
        store.jobEvent(job, JobEventType.RETRIED);
        store.beginChange(job);
        if (job.queue().deleted()) {
            store.move(job, store.queueOrNew(job.queue().name()));
        }
        QlessJobFields qlessFields = job.qlessFields();
        if (qlessFields != null) {
            store.qlessTransitions()
                    .note(
                            qlessFields,
                            HistoryEvent.put(store.atMicros(), job.queue().name()));
            qlessFields.sinceMicros(store.atMicros());
        }
        job.state(State.READY);
        job.dueAtMicros(store.atMicros());
        job.timedOut(false);
        job.lease(null);
        job.endedAtMicros(0);
        job.result(null);
        store.endChange(job);
        announceIfReady(job);
    }

    /** What a running job has come to so far. */
    public void output(Job job, byte[] output) {
        store.beginChange(job);
        job.result(output);
        store.endChange(job);
    }

    /** Deletes the queue and what waits in it; what workers have, and what has ended, stays as it is. */
    public void deleteQueue(JobQueue queue) {
        store.delete(queue);
    }

    /** How a job ends; the failure is known where somebody said how to file it. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Ending(
            State state,
            EndReason how,
            byte[] result,
            int fails,
            boolean lapsed,
            @Nullable Failure failure) {}

    private void end(CallerClock caller, Job job, Ending ending) {
        if (!job.state().ended()) {
            store.effects().ended(job.number(), job.id(), ending.how(), ending.result());
        }
        store.beginChange(job);
        if (job.terms().keepMicros() == 0 || job.terms().foreground()) {
            store.remove(job);
            store.jobEdits().free(caller, job.id());
            return;
        }
        QlessJobFields qlessFields = job.qlessFields();
        if (qlessFields != null) {
            note(caller, job, qlessFields, ending);
        }
        job.state(ending.state());
        job.stalled(false);
        job.fails(ending.fails());
        job.timedOut(ending.lapsed());
        job.result(ending.result());
        job.endedAtMicros(job.onCallerClock() ? caller.nowMicros() : store.atMicros());
        store.endChange(job);
        if (ending.state() == State.COMPLETED) {
            store.jobEdits().free(caller, job.id());
        }
    }

    /** What the end of a job means for its story. */
    private void note(CallerClock caller, Job job, QlessJobFields qlessFields, Ending ending) {
        long now = caller.nowMicros();
        store.jobEdits().depend(job, qlessFields, List.of());
        qlessFields.warned(false);
        if (ending.state() == State.COMPLETED) {
            store.qlessTransitions().note(qlessFields, HistoryEvent.done(now));
            qlessFields.sinceMicros(now);
            qlessFields.failure(null);
            job.retriesUsed(0);
        } else if (ending.state() == State.FAILED) {
            Failure failure = ending.failure();
            if (failure == null) {
                String message = new String(ending.result(), StandardCharsets.UTF_8);
                failure = new Failure(UNFILED, message, now, "", store.nextToken());
                store.qlessTransitions().note(qlessFields, HistoryEvent.failed(now, UNFILED, null));
            }
            qlessFields.failure(failure);
            store.qlessTransitions().countFailed(job.queue(), now, 1, 1);
        }
    }

    /** Nobody waits for a foreground job any more. One that a worker has ends with its lease. */
    public void abandon(Job job) {
        if (job.terms().foreground() && job.state() != State.LEASED) {
            remove(job, EndReason.ABANDONED);
        }
    }

    public void remove(Job job, EndReason how) {
        if (!job.state().ended()) {
            if (how == EndReason.DELETED) {
                store.jobEvent(job, JobEventType.DELETED);
            }
            store.effects().ended(job.number(), job.id(), how, null);
        }
        store.beginChange(job);
        store.remove(job);
        store.jobEdits().free(now(), job.id());
    }

    /** Removes a job that no other waits for. */
    void removeAlone(Job job) {
        if (!job.state().ended()) {
            store.effects().ended(job.number(), job.id(), EndReason.DELETED, null);
        }
        store.beginChange(job);
        store.remove(job);
    }

    /**
     * What the clock asks for, of a job whose deadline has come. If several have, the earliest comes first, so that a
     * clock that looks late tells the same story as one that looks often.
     */
    void fire(Job job) {
        long expires = job.expiresAtMicros();
        long waitEnds = job.waitEndsAtMicros();
        long turns = job.nextTransitionAtMicros();
        if (expires <= waitEnds && expires <= turns) {
            if (!job.state().ended() && !job.terms().foreground()) {
                store.totals().add(Count.EVICTED);
                store.jobEvent(job, JobEventType.EXPIRED);
            }
            remove(job, EndReason.EXPIRED);
        } else if (waitEnds <= turns) {
            remove(job, EndReason.NOT_TAKEN);
        } else if (job.state() == State.LEASED) {
            lapse(job);
        } else {
            store.beginChange(job);
            job.state(State.READY);
            job.endedAtMicros(0);
            job.result(null);
            store.endChange(job);
            announceIfReady(job);
        }
    }

    void announceIfReady(Job job) {
        if (job.state() == State.READY && !job.queue().paused()) {
            store.effects().becameReady(job.queue().name());
        }
    }
}
