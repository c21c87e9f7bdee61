package dev.reeve.node;

import dev.reeve.engine.AddedJob;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import org.jspecify.annotations.Nullable;

/** One blocking call that waits for a job to end: any job, or the foreground job that the call has added. */
final class ResultWaiter extends BlockedCall<FinishedJob> implements CommandEnd<AddedJob> {
    private final boolean foreground;
    private @Nullable JobRef wanted;
    private long number;
    private boolean numberDiscarded;
    private long parkedAt;

    ResultWaiter(Node node, boolean foreground, long arrival, long deadlineMicros, WaitCompletion<FinishedJob> done) {
        super(node, arrival, deadlineMicros, done);
        this.foreground = foreground;
    }

    /** Checks the job, once every command submitted before has been applied. */
    void begin(JobRef ref) {
        wanted = ref;
        check(ref);
    }

    private void check(JobRef ref) {
        JobView found = node.engine().job(ref);
        if (found == null) {
            refuse(Rejection.JOB_NOT_FOUND);
        } else if (found.state().ended()) {
            finish(FinishedJob.of(found));
        } else if (isOver()) {
            decide(done::timedOut);
        } else {
            park(found.number());
        }
    }

    /** Adds the foreground job and waits for it. Its time limits are enforced by the engine. */
    void begin(Add added) {
        node.order.append(added, this);
    }

    @Override
    public void applied(Outcome<AddedJob> outcome, @Nullable AddedJob added) {
        if (added == null) {
            refuse(outcome.rejectionOrThrow());
            return;
        }
        park(added.number());
        if (cancelled || inputEnded) {
            abandon();
        }
    }

    /** Nobody waits for this job any more. */
    @Override
    public void late(AddedJob added) {
        node.cleanUp(new Abandon(JobRef.of(added.number())), node.live.applied());
    }

    /** The job was not added here and never will be. */
    @Override
    public void unknown() {
        endUnknown();
    }

    private void park(long jobNumber) {
        if (cancelled && !foreground) {
            return;
        }
        number = jobNumber;
        numberDiscarded = false;
        parkedAt = node.live.applied();
        parked = true;
        node.resultWaiters.park(number, this);
        node.timers.add(this);
    }

    /**
     * Entries from this position on are discarded, and the engine will be replaced. A job known from them may not exist
     * in the new engine, and its number may be given to another job. Returns false if the call ends with an unknown
     * outcome, because it has added such a job.
     */
    boolean survivesDiscardFrom(long position) {
        if (parkedAt < position) {
            return true;
        }
        if (wanted == null) {
            unpark();
            return false;
        }
        numberDiscarded = true;
        return true;
    }

    /** Checks the job again, because the engine was replaced. The result of a foreground job ends with the job. */
    void recheck() {
        unpark();
        JobRef job = wanted != null && numberDiscarded ? wanted : JobRef.of(number);
        if (foreground && node.engine().job(job) == null) {
            unknown();
        } else {
            check(job);
        }
    }

    @Override
    void unpark() {
        if (parked) {
            parked = false;
            node.resultWaiters.unpark(number, this);
            node.timers.remove(this);
        }
    }

    /** The job has ended. */
    void ended(FinishedJob finished, EndReason how) {
        unpark();
        switch (how) {
            case COMPLETED, FAILED, TIMED_OUT -> finish(finished);
            case NOT_TAKEN, NOT_FINISHED, ABANDONED ->
                decide(foreground ? done::timedOut : () -> done.refused(Rejection.JOB_NOT_FOUND));
            case CANCELLED -> cancelled(finished);
            case DELETED, EXPIRED -> refuse(Rejection.JOB_NOT_FOUND);
        }
    }

    /** The result of a foreground job ends with the job. */
    private void cancelled(FinishedJob finished) {
        if (foreground) {
            refuse(Rejection.JOB_NOT_FOUND);
        } else {
            finish(finished);
        }
    }

    private void finish(FinishedJob finished) {
        if (!cancelled) {
            enqueueReply(() -> done.reply(finished));
            done.resultFixed(finished);
        }
    }

    @Override
    public void cancel() {
        boolean waited = parked;
        super.cancel();
        if (waited && foreground) {
            abandon();
        }
    }

    @Override
    public void inputEnded() {
        inputEnded = true;
        if (foreground && parked) {
            abandon();
        }
    }

    private void abandon() {
        node.cleanUp(new Abandon(JobRef.of(number)), parkedAt);
    }
}
