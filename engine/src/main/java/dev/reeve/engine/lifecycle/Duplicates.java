package dev.reeve.engine.lifecycle;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.UniqueKeys;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.Duplicate;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.UniqueKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of an add whose unique key another job holds. */
public final class Duplicates {
    private final EngineState state;

    public Duplicates(EngineState state) {
        this.state = state;
    }

    /** The job that holds the key of the command; null if there is none. */
    public @Nullable Job holder(Add add) {
        UniqueKey unique = add.options().ties().unique();
        return unique == null
                ? null
                : state.uniqueKeys().holder(state.queue(add.queue()), unique.key(), state.atMicros());
    }

    /** Why the add is refused if that job holds its key; null if it is not. */
    public @Nullable Rejection refusal(Add add, UniqueKey unique, Job holder) {
        if (unique.otherwise() == Duplicate.REFUSE) {
            return Rejection.KEY_TAKEN;
        }
        Job target = unique.otherwise() == Duplicate.REPLACE ? target(holder) : null;
        return target != null && add.startsAtMicros() != Add.NOW && add.startsAtMicros() >= target.ttlEndsAtMicros()
                ? Rejection.EXPIRES_BEFORE_DUE
                : null;
    }

    /** Executes an add that was not refused, although that job holds its key. */
    public AddedJob add(Add add, UniqueKey unique, Job holder) {
        if (unique.otherwise() == Duplicate.KEEP) {
            return AddedJob.of(holder, false);
        }
        Job target = target(holder);
        if (target == null) {
            JobId waitsFor = holder.state().ended() ? null : holder.id();
            return AddedJob.of(state.placements().add(afterKeyOf(holder, add), waitsFor), true);
        }
        takeOver(target, add, target == holder ? Add.NOW : UniqueKeys.heldUntilMicros(holder));
        return AddedJob.of(target, false);
    }

    /** The job that takes over what the add says; null if there is none yet. */
    private @Nullable Job target(Job holder) {
        Job successor = state.uniqueKeys().successorOf(holder);
        boolean waits = holder.state() != State.LEASED && !holder.state().ended();
        return successor != null || !waits ? successor : holder;
    }

    /** Whether an add of the key creates a job that waits for the end of the holder. */
    public boolean addsSuccessor(UniqueKey unique, Job holder) {
        return unique.otherwise() == Duplicate.REPLACE && target(holder) == null;
    }

    private void takeOver(Job target, Add add, long earliestMicros) {
        long startsAt = add.startsAtMicros() == Add.NOW ? state.atMicros() : add.startsAtMicros();
        state.payload(target, add.payload());
        long priority = add.priorityIn(target.queue());
        if (priority != target.priority()) {
            state.edits().edit(target, priority, null, null);
        }
        state.placements().reschedule(target, Math.max(startsAt, earliestMicros));
    }

    /** The command for a job that starts when the key of the holder is free. */
    private Add afterKeyOf(Job holder, Add add) {
        long startsAt = add.startsAtMicros() == Add.NOW ? state.atMicros() : add.startsAtMicros();
        return new Add(
                add.id(),
                add.queue(),
                add.payload(),
                add.priority(),
                Math.max(startsAt, UniqueKeys.heldUntilMicros(holder)),
                add.terms(),
                add.options());
    }

    /**
     * The job has ended: its successor waits for it no longer, however it ended. One that names the job among its own
     * dependencies asks how.
     */
    void ended(Job job) {
        Job successor = state.uniqueKeys().successorOf(job);
        if (successor != null
                && successor.state() == State.DEPENDS
                && !successor.flow().needs().contains(job.id())) {
            state.edits().removeDependencies(state.clockOr(null), successor, List.of(job.id()), false);
        }
    }
}
