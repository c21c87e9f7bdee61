package dev.reeve.engine;

import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.job.End;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.timer.Deadlines;
import org.jspecify.annotations.Nullable;

/** The steps that a job can take. Every rule about what follows what is here; commands decide only who may ask for it. */
public final class Lifecycle {
    private static final byte[] NO_RESULT = new byte[0];
    private static final long DEFAULT_LEASE_MICROS = 60_000_000;

    private final Store store;

    Lifecycle(Store store) {
        this.store = store;
    }

    public void add(Job job) {
        store.insert(job);
        store.totals().add(Count.CREATED);
        announceIfReady(job);
    }

    /**
     * Gives the job to a worker.
     *
     * @param leaseMicros how long the acquiring call wants the lease to last; 0 leaves it to the job and its queue
     */
    public Lease lease(Job job, @Nullable String worker, long leaseMicros) {
        long at = store.atMicros();
        Lease lease = new Lease(store.nextToken(), worker, at, 0, leaseEnd(job.terms(), leaseMicros, at, at));
        store.edit(job);
        job.state(State.LEASED);
        job.attempts(job.attempts() + 1);
        job.timedOut(false);
        job.lease(lease);
        store.edited(job);
        return lease;
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
            end = leaseEnd(job.terms(), leaseMicros, at, at);
        } else if (job.terms().heartbeatMicros() > 0) {
            end = leaseEnd(job.terms(), 0, old.startedAtMicros(), at);
        } else {
            end = old.deadlineMicros();
        }
        Lease renewed = new Lease(old.token(), old.worker(), old.startedAtMicros(), at, end);
        store.edit(job);
        job.lease(renewed);
        store.edited(job);
        return renewed;
    }

    private static long leaseEnd(Terms terms, long leaseMicros, long startedAt, long aliveAt) {
        long lasts = leaseMicros > 0 ? leaseMicros : terms.leaseMicros();
        long end = Deadlines.after(startedAt, lasts > 0 ? lasts : DEFAULT_LEASE_MICROS);
        boolean heartbeats = terms.heartbeatMicros() > 0 && leaseMicros == 0;
        return heartbeats ? Math.min(end, Deadlines.after(aliveAt, terms.heartbeatMicros())) : end;
    }

    public void complete(Job job, byte[] result) {
        store.totals().add(Count.COMPLETED);
        end(job, State.COMPLETED, End.COMPLETED, result, job.fails(), false);
    }

    /** A worker reports failure; the job is tried again if its policy allows. */
    public void fail(Job job, byte[] result) {
        int fails = job.fails() + 1;
        RetryPolicy retry = job.terms().retry();
        store.totals().add(Count.FAILED);
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
        end(job, State.FAILED, End.FAILED, result, fails, false);
    }

    /** The lease ran out, or was declared to have. */
    public void lapse(Job job) {
        store.totals().add(Count.TIMED_OUT);
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
            end(job, State.TIMED_OUT, End.TIMED_OUT, result == null ? NO_RESULT : result, job.fails(), true);
        } else {
            end(job, State.FAILED, End.FAILED, NO_RESULT, job.fails(), true);
        }
    }

    private static boolean attemptsLeft(Job job) {
        int most = job.terms().retry().maxAttempts();
        return most == 0 || job.attempts() < most;
    }

    /** A report may come before the job was ever leased: that never lets it run before the time it was scheduled for. */
    private void tryAgain(Job job, int fails, boolean timedOut) {
        RetryPolicy.Rule rule = job.terms().retry().rule();
        State before = job.state();
        store.totals().add(Count.RETRIED);
        int used = job.retriesUsed();
        store.edit(job);
        job.fails(fails);
        job.timedOut(timedOut);
        if (rule != RetryPolicy.Rule.ATTEMPTS) {
            job.retriesUsed(used + 1);
        }
        if (before != State.SCHEDULED) {
            long delay = 0;
            if (rule == RetryPolicy.Rule.RETRIES) {
                delay = job.terms().retry().delayMicros(used);
                job.dueAtMicros(Deadlines.after(store.atMicros(), delay));
            }
            job.state(delay > 0 ? State.RETRYING : State.READY);
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
        byte[] result = job.result();
        end(job, State.CANCELLED, End.CANCELLED, result == null ? NO_RESULT : result, job.fails(), false);
    }

    /** Has it done once more from the start, at the back of the queue of that name, which may be another one by now. */
    public void requeue(Job job) {
        store.totals().add(Count.RETRIED);
        store.edit(job);
        if (job.queue().deleted()) {
            store.move(job, store.queueOrNew(job.queue().name()));
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

    private void end(Job job, State state, End how, byte[] result, int fails, boolean lapsed) {
        if (!job.state().ended()) {
            store.effects().ended(job.number(), job.id(), how, result);
        }
        store.edit(job);
        if (job.terms().keepMicros() == 0 || job.terms().foreground()) {
            store.remove(job);
            return;
        }
        job.state(state);
        job.fails(fails);
        job.timedOut(lapsed);
        job.result(result);
        job.endedAtMicros(store.atMicros());
        store.edited(job);
    }

    /** Nobody waits for a foreground job any more. One that a worker has ends with its lease. */
    public void abandon(Job job) {
        if (job.terms().foreground() && job.state() != State.LEASED) {
            remove(job, End.ABANDONED);
        }
    }

    public void remove(Job job, End how) {
        if (!job.state().ended()) {
            store.effects().ended(job.number(), job.id(), how, null);
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
            }
            remove(job, End.EXPIRED);
        } else if (waitEnds <= turns) {
            remove(job, End.NOT_TAKEN);
        } else if (job.state() == State.LEASED) {
            lapse(job);
        } else {
            store.edit(job);
            job.state(State.READY);
            store.edited(job);
            announceIfReady(job);
        }
    }

    private void announceIfReady(Job job) {
        if (job.state() == State.READY) {
            store.effects().becameReady(job.queue().name());
        }
    }
}
