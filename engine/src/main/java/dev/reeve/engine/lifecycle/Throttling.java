package dev.reeve.engine.lifecycle;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.engine.limit.KeyLimits;
import dev.reeve.engine.limit.KeyLine;
import dev.reeve.engine.limit.LimitKey;
import dev.reeve.engine.limit.RateTimers;
import dev.reeve.engine.queue.JobQueue;
import org.jspecify.annotations.Nullable;

/**
 * The transitions between READY and THROTTLED. In each queue a key has as many READY jobs as it has free slots, and these are
 * the first of its jobs in the order of leasing; the others are THROTTLED. A job that keeps the slot of an ordered key goes
 * before all others.
 *
 * <p>An entry changes a bounded number of jobs for this; later entries settle the other lines. Until then a READY job of the
 * key may have no slot, so a lease asks {@link #mayStart}: no lease ever exceeds a limit.
 */
public final class Throttling {
    /** A job that enters a line changes places with one other at most. */
    private static final int CHANGES_OF_OWN_LINE = 2;

    private final EngineState state;
    private final KeyLimits limits;
    private boolean settling;

    public Throttling(EngineState state, KeyLimits limits) {
        this.state = state;
        this.limits = limits;
    }

    /** A job was added, changed or removed: its key may have another number of free slots, or another order. */
    public void changed(Job job) {
        if (settling || job.ties().limitKey() == null) {
            return;
        }
        LimitKey key = limits.of(job);
        if (key == null) {
            return;
        }
        if (key.holder() == job.number() && (job.state().ended() || state.find(JobRef.of(job.number())) != job)) {
            limits.giveUpSlot(job);
        }
        if (limits.forgetIfIdle(key, job.queue(), state.atMicros())) {
            return;
        }
        settling = true;
        KeyLine own = key.line(job.queue());
        boolean done = own == null || settle(key, own, Math.max(CHANGES_OF_OWN_LINE, state.changesLeft()));
        Job holder = holder(key);
        if (holder != null && holder.queue() != job.queue()) {
            KeyLine line = key.line(holder.queue());
            done &= line == null || settle(key, line, CHANGES_OF_OWN_LINE);
        }
        int free = key.free(state.atMicros());
        if (!done || free != key.settledFree()) {
            key.settledFree(free);
            key.settleAll();
        }
        if (done && own != null && key.lineCount() == 1) {
            key.allSettled();
        }
        settleLines(key);
        settling = false;
    }

    /** Whether the job may be leased now. If not, it is throttled. */
    public boolean mayStart(Job job) {
        LimitKey key = limits.of(job);
        if (key == null || job.state() != State.READY) {
            return job.state() != State.THROTTLED;
        }
        long now = state.atMicros();
        if (key.holder() == job.number() ? key.admitsHolder(now) : key.free(now) > 0) {
            return true;
        }
        settling = true;
        change(job, State.THROTTLED);
        limits.setTimer(key, now);
        settling = false;
        return false;
    }

    private @Nullable Job holder(LimitKey key) {
        return key.holder() == LimitKey.NOBODY ? null : state.find(JobRef.of(key.holder()));
    }

    /** Settles the lines that are left, as far as the entry may change jobs. */
    private void settleLines(LimitKey key) {
        KeyLine line;
        while (state.changesLeft() > 0 && (line = key.nextLine()) != null) {
            state.worked(1);
            if (!settle(key, line, state.changesLeft())) {
                break;
            }
            key.settled(line);
        }
        limits.noteUnsettled(key);
        limits.setTimer(key, state.atMicros());
    }

    /** Returns whether the line is settled; otherwise the changes were too few. */
    private boolean settle(LimitKey key, KeyLine line, int changes) {
        Job holder = holder(key);
        int left = changes;
        if (holder != null && holder.queue() == line.queue()) {
            State wanted = key.admitsHolder(state.atMicros()) ? State.READY : State.THROTTLED;
            boolean waits = holder.state() == State.READY || holder.state() == State.THROTTLED;
            if (waits && holder.state() != wanted) {
                change(holder, wanted);
                left--;
            }
        } else {
            holder = null;
        }
        int free = key.free(state.atMicros());
        Job next;
        while ((next = misplaced(line, free, holder)) != null) {
            if (left-- <= 0) {
                return false;
            }
            change(next, next.state() == State.READY ? State.THROTTLED : State.READY);
        }
        return true;
    }

    /** The next job of the line that has to change its state: too many or too few are admitted, or not the first ones. */
    private static @Nullable Job misplaced(KeyLine line, int free, @Nullable Job holder) {
        boolean holderAdmitted = holder != null && holder.state() == State.READY;
        int admitted = line.admitted() - (holderAdmitted ? 1 : 0);
        if (admitted > free) {
            return line.worstAdmitted(holder);
        }
        Job best = free == 0 ? null : line.bestThrottled();
        if (best == null || admitted < free) {
            return best;
        }
        Job worst = line.worstAdmitted(holder);
        return worst != null && JobQueue.BY_LEASING.compare(best, worst) < 0 ? worst : null;
    }

    private void change(Job job, State to) {
        state.changed(1);
        state.beginChange(job);
        job.transition(to);
        state.endChange(job);
        state.placements().announceIfReady(job);
    }

    /** The limits have changed. Settles the keys, as many as the entry may; later entries settle the others. */
    public void limitsChanged() {
        settleMore(state.changesLeft());
    }

    /** Settles keys for which earlier entries had no time. Returns how many changes that took. */
    public int settleMore(int changes) {
        int before = state.changesLeft();
        int enough = before - changes;
        while (state.changesLeft() > enough && (limits.nextUnsettled() != null || limits.hasVisitsLeft())) {
            LimitKey key = limits.nextUnsettled();
            if (key != null) {
                resettle(key);
            } else {
                state.worked(1);
                limits.visitNext();
            }
        }
        return before - state.changesLeft();
    }

    private void resettle(LimitKey key) {
        limits.refresh(key);
        int free = key.free(state.atMicros());
        if (free != key.settledFree()) {
            key.settledFree(free);
            key.settleAll();
        }
        if (!limits.forgetIfIdle(key, state.atMicros())) {
            settling = true;
            settleLines(key);
            settling = false;
        }
    }

    /** A rate allows another start. */
    public void timerPassed() {
        RateTimers.Timer timer = limits.timers().first();
        if (timer == null) {
            return;
        }
        LimitKey key = limits.get(timer.key());
        JobQueue queue = state.queueByNumber(timer.queueNumber());
        if (queue != null) {
            limits.timer(queue, DeadlineHeap.NEVER);
            if (!queue.deleted()) {
                state.announce(queue);
            }
        } else if (key != null) {
            key.settleAll();
            resettle(key);
        }
    }
}
