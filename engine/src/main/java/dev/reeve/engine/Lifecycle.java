package dev.reeve.engine;

import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.job.End;
import dev.reeve.engine.job.Event;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.Ledger;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.RankedSet;
import dev.reeve.engine.timer.Deadlines;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps that a job can take. Every rule about what follows what is here; commands decide only who may ask for it. */
public final class Lifecycle {
    private static final byte[] NO_RESULT = new byte[0];

    private static final int MOST_PRUNED = 1000;

    /** What a failure is filed under if nobody says. */
    private static final String UNFILED = "failed";

    private final Store store;

    Lifecycle(Store store) {
        this.store = store;
    }

    public void add(Job job) {
        store.insert(job);
        store.totals().add(Count.CREATED);
        store.passed(job, Milestone.ADDED);
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
        store.edit(job);
        return lease(Caller.at(at), job, lease, job.ledger());
    }

    /** Gives the job to a worker that goes by its own clock, for as long as its queue says. */
    public Lease pop(Caller caller, Job job, String worker, long leaseMicros) {
        long now = job.lazy() ? caller.nowMicros() : store.atMicros();
        Lease lease = new Lease(store.nextToken(), worker, now, 0, Caller.plus(now, leaseMicros));
        store.edit(job);
        return lease(caller, job, lease, Journey.ledger(job));
    }

    private Lease lease(Caller caller, Job job, Lease lease, @Nullable Ledger ledger) {
        String worker = lease.worker();
        store.effects().passed(job.queue().name(), Milestone.LEASED, waitedMicros(caller, job));
        if (ledger != null) {
            store.journey().note(ledger, Event.popped(caller.nowMicros(), worker == null ? "" : worker));
            double waited = caller.secondsSince(ledger.sinceMicros());
            store.statsOf(job.queue(), caller.nowMicros()).waits().add(waited);
            ledger.sinceMicros(caller.nowMicros());
            ledger.disowned(false);
        }
        job.state(State.LEASED);
        job.stalled(false);
        job.attempts(job.attempts() + 1);
        job.timedOut(false);
        job.lease(lease);
        store.edited(job);
        store.events().tracked(caller, "popped", job.id());
        return lease;
    }

    /** How long the job has been due by the clock it goes by. Later tries do not tell: a worker had it in between. */
    private long waitedMicros(Caller caller, Job job) {
        boolean first = job.lazy() ? job.retriesUsed() == 0 && !job.stalled() : job.attempts() == 0;
        return first ? Math.max(0, nowMicros(caller, job) - job.dueAtMicros()) : Effects.UNTOLD;
    }

    /** How long the worker that reports has had the job. */
    long ranMicros(Caller caller, Job job) {
        Lease lease = job.lease();
        if (lease == null || job.state() != State.LEASED) {
            return Effects.UNTOLD;
        }
        return Math.max(0, nowMicros(caller, job) - lease.startedAtMicros());
    }

    /** The time by the clock that the job goes by. */
    private long nowMicros(Caller caller, Job job) {
        return job.lazy() ? caller.nowMicros() : store.atMicros();
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
        store.edit(job);
        job.lease(renewed);
        store.edited(job);
        return renewed;
    }

    private long leaseEnd(Job job, long leaseMicros, long startedAt, long aliveAt) {
        Terms terms = job.terms();
        long lasts = leaseMicros > 0 ? leaseMicros : terms.leaseMicros();
        lasts = lasts > 0 ? lasts : store.config().heartbeatMicros(job.queue().name());
        long end = lasts > 0 ? Deadlines.after(startedAt, lasts) : Caller.plus(startedAt, lasts);
        boolean heartbeats = terms.heartbeatMicros() > 0 && leaseMicros == 0;
        return heartbeats ? Math.min(end, Deadlines.after(aliveAt, terms.heartbeatMicros())) : end;
    }

    public void complete(Job job, byte[] result) {
        complete(Caller.at(store.atMicros()), job, result);
    }

    public void complete(Caller caller, Job job, byte[] result) {
        store.totals().add(Count.COMPLETED);
        store.effects().passed(job.queue().name(), Milestone.COMPLETED, ranMicros(caller, job));
        store.journey().ran(caller, job);
        store.events().tracked(caller, "completed", job.id());
        if (job.ledger() != null) {
            store.events().completed(job.id(), job.queue().name());
        }
        boolean retained = job.terms().keepMicros() == Terms.HISTORY;
        end(caller, job, new Ending(State.COMPLETED, End.COMPLETED, result, job.fails(), false, null));
        if (retained) {
            prune(caller);
        }
    }

    /** Makes room for the jobs completed last: those go that are too old, or too many. */
    private void prune(Caller caller) {
        RankedSet<Job> retained = store.retained().jobs();
        Job first = retained.first();
        long oldest = Caller.plus(caller.nowMicros(), -store.config().historyMicros());
        long most = Math.max(0, store.config().historyCount());
        if (first == null || (first.endedAtMicros() > oldest && retained.size() <= most)) {
            return;
        }
        long tooMany = Math.max(store.retained().completedBy(oldest), retained.size() - most);
        retained.page(0, (int) Math.min(MOST_PRUNED, tooMany)).forEach(job -> remove(job, End.EXPIRED));
    }

    /**
     * Ends the job with a failure, whatever its policy says.
     *
     * @param worker who reported it, if anyone did
     */
    void failForGood(Caller caller, Job job, Failure failure, @Nullable String worker, int retriesUsed) {
        store.totals().add(Count.FAILED);
        store.effects().passed(job.queue().name(), Milestone.FAILED, ranMicros(caller, job));
        store.edit(job);
        Ledger ledger = Journey.ledger(job);
        store.journey().note(ledger, Event.failed(caller.nowMicros(), failure.group(), worker));
        job.retriesUsed(retriesUsed);
        store.edited(job);
        byte[] result = failure.message().getBytes(StandardCharsets.UTF_8);
        end(caller, job, new Ending(State.FAILED, End.FAILED, result, job.fails(), false, failure));
    }

    /** A worker reports that a job failed, and under which name to file that. */
    public void fail(Caller caller, Job job, Failure failure, String worker) {
        store.events().failed(job.id(), failure.group(), failure.message(), worker);
        store.events().tracked(caller, "failed", job.id());
        if (job.lazy()) {
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
        store.effects().passed(job.queue().name(), Milestone.FAILED, ranMicros(now(), job));
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
        end(now(), job, new Ending(State.FAILED, End.FAILED, result, fails, false, null));
    }

    /** The lease ran out, or was declared to have. */
    public void lapse(Job job) {
        store.totals().add(Count.TIMED_OUT);
        store.passed(job, Milestone.TIMED_OUT);
        if (job.terms().foreground()) {
            remove(job, End.NOT_FINISHED);
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
                            End.TIMED_OUT,
                            result == null ? NO_RESULT : result,
                            job.fails(),
                            true,
                            null));
        } else {
            end(now(), job, new Ending(State.FAILED, End.FAILED, NO_RESULT, job.fails(), true, null));
        }
    }

    private Caller now() {
        return Caller.at(store.atMicros());
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
        store.passed(job, Milestone.RETRIED);
        int used = job.retriesUsed();
        store.edit(job);
        job.fails(fails);
        job.timedOut(timedOut);
        if (rule != RetryPolicy.Rule.ATTEMPTS) {
            job.retriesUsed(used + 1);
        }
        if (before != State.SCHEDULED && before != State.DEPENDS) {
            long delay = 0;
            if (rule == RetryPolicy.Rule.RETRIES) {
                delay = job.terms().retry().delayMicros(used);
                job.dueAtMicros(Deadlines.after(store.atMicros(), delay));
            }
            job.state(delay > 0 ? State.RETRYING : State.READY);
            job.endedAtMicros(delay > 0 ? store.atMicros() : 0);
            if (rule == RetryPolicy.Rule.RETRIES && delay == 0) {
                job.result(null);
            }
        }
        store.edited(job);
        if (before != State.READY) {
            announceIfReady(job);
        }
    }

    /** Back to its old place. An attempt that never reached its worker does not count. */
    public void release(Job job, boolean undelivered) {
        if (job.queue().deleted()) {
            remove(job, End.DELETED);
            return;
        }
        store.edit(job);
        job.state(State.READY);
        if (undelivered) {
            job.attempts(job.attempts() - 1);
        }
        store.edited(job);
        announceIfReady(job);
    }

    /** Nobody wants it any more. One that has failed for good may be called cancelled afterwards. */
    public void cancel(Job job) {
        store.totals().add(Count.CANCELLED);
        store.passed(job, Milestone.CANCELLED);
        byte[] result = job.result();
        end(
                now(),
                job,
                new Ending(
                        State.CANCELLED, End.CANCELLED, result == null ? NO_RESULT : result, job.fails(), false, null));
    }

    /** Has it done once more from the start, at the back of the queue of that name, which may be another one by now. */
    public void requeue(Job job) {
        store.totals().add(Count.RETRIED);
        store.passed(job, Milestone.RETRIED);
        store.edit(job);
        if (job.queue().deleted()) {
            store.move(job, store.queueOrNew(job.queue().name()));
        }
        Ledger ledger = job.ledger();
        if (ledger != null) {
            store.journey().note(ledger, Event.put(store.atMicros(), job.queue().name()));
            ledger.sinceMicros(store.atMicros());
        }
        job.state(State.READY);
        job.dueAtMicros(store.atMicros());
        job.timedOut(false);
        job.lease(null);
        job.endedAtMicros(0);
        job.result(null);
        store.edited(job);
        announceIfReady(job);
    }

    /** What a running job has come to so far. */
    public void output(Job job, byte[] output) {
        store.edit(job);
        job.result(output);
        store.edited(job);
    }

    /** Deletes the queue and what waits in it; what workers have, and what has ended, stays as it is. */
    public void deleteQueue(JobQueue queue) {
        store.delete(queue);
    }

    /** How a job ends; the failure is known where somebody said how to file it. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Ending(
            State state,
            End how,
            byte[] result,
            int fails,
            boolean lapsed,
            @Nullable Failure failure) {}

    private void end(Caller caller, Job job, Ending ending) {
        if (!job.state().ended()) {
            store.effects().ended(job.number(), job.id(), ending.how(), ending.result());
        }
        store.edit(job);
        if (job.terms().keepMicros() == 0 || job.terms().foreground()) {
            store.remove(job);
            store.notes().free(caller, job.id());
            return;
        }
        Ledger ledger = job.ledger();
        if (ledger != null) {
            note(caller, job, ledger, ending);
        }
        job.state(ending.state());
        job.stalled(false);
        job.fails(ending.fails());
        job.timedOut(ending.lapsed());
        job.result(ending.result());
        job.endedAtMicros(job.lazy() ? caller.nowMicros() : store.atMicros());
        store.edited(job);
        if (ending.state() == State.COMPLETED) {
            store.notes().free(caller, job.id());
        }
    }

    /** What the end of a job means for its story. */
    private void note(Caller caller, Job job, Ledger ledger, Ending ending) {
        long now = caller.nowMicros();
        store.notes().depend(job, ledger, List.of());
        ledger.warned(false);
        if (ending.state() == State.COMPLETED) {
            store.journey().note(ledger, Event.done(now));
            ledger.sinceMicros(now);
            ledger.failure(null);
            job.retriesUsed(0);
        } else if (ending.state() == State.FAILED) {
            Failure failure = ending.failure();
            if (failure == null) {
                String message = new String(ending.result(), StandardCharsets.UTF_8);
                failure = new Failure(UNFILED, message, now, "", store.nextToken());
                store.journey().note(ledger, Event.failed(now, UNFILED, null));
            }
            ledger.failure(failure);
            store.journey().countFailed(job.queue(), now, 1, 1);
        }
    }

    /** Nobody waits for a foreground job any more. One that a worker has ends with its lease. */
    public void abandon(Job job) {
        if (job.terms().foreground() && job.state() != State.LEASED) {
            remove(job, End.ABANDONED);
        }
    }

    public void remove(Job job, End how) {
        if (!job.state().ended()) {
            if (how == End.DELETED) {
                store.passed(job, Milestone.DELETED);
            }
            store.effects().ended(job.number(), job.id(), how, null);
        }
        store.edit(job);
        store.remove(job);
        store.notes().free(now(), job.id());
    }

    /** Removes a job that no other waits for. */
    void removeAlone(Job job) {
        if (!job.state().ended()) {
            store.effects().ended(job.number(), job.id(), End.DELETED, null);
        }
        store.edit(job);
        store.remove(job);
    }

    /**
     * What the clock asks for, of a job whose deadline has come. If several have, the earliest comes first, so that a
     * clock that looks late tells the same story as one that looks often.
     */
    void fire(Job job) {
        long expires = job.expiresAtMicros();
        long waitEnds = job.waitEndsAtMicros();
        long turns = job.turnsAtMicros();
        if (expires <= waitEnds && expires <= turns) {
            if (!job.state().ended() && !job.terms().foreground()) {
                store.totals().add(Count.EVICTED);
                store.passed(job, Milestone.EXPIRED);
            }
            remove(job, End.EXPIRED);
        } else if (waitEnds <= turns) {
            remove(job, End.NOT_TAKEN);
        } else if (job.state() == State.LEASED) {
            lapse(job);
        } else {
            store.edit(job);
            job.state(State.READY);
            job.endedAtMicros(0);
            job.result(null);
            store.edited(job);
            announceIfReady(job);
        }
    }

    void announceIfReady(Job job) {
        if (job.state() == State.READY && !job.queue().paused()) {
            store.effects().becameReady(job.queue().name());
        }
    }
}
