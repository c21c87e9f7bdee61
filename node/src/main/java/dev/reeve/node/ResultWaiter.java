package dev.reeve.node;

import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Abandon;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import org.jspecify.annotations.Nullable;

/** One blocking call that waits for a job to end: any job, or the foreground job that the call has added. */
final class ResultWaiter implements WaitHandle, WaitDeadlines.Timed {
    private static final byte[] NOTHING = new byte[0];

    private final Node node;
    private final WaitCompletion<FinishedJob> done;
    private final boolean foreground;
    private final long arrival;
    private final long deadlineMicros;
    private long number;
    private boolean parked;
    private boolean cancelled;
    private boolean inputEnded;

    ResultWaiter(Node node, boolean foreground, long arrival, long deadlineMicros, WaitCompletion<FinishedJob> done) {
        this.node = node;
        this.foreground = foreground;
        this.arrival = arrival;
        this.deadlineMicros = deadlineMicros;
        this.done = done;
    }

    @Override
    public long arrival() {
        return arrival;
    }

    @Override
    public long deadlineMicros() {
        return deadlineMicros;
    }

    /** Checks the job, once every command submitted before has been applied. */
    void begin(JobRef ref) {
        JobView job = node.engine().job(ref);
        if (job == null || job.state() == State.CANCELLED) {
            decide(this::notFound);
        } else if (job.state().ended()) {
            boolean completed = job.state() == State.COMPLETED;
            byte[] result = job.result() == null ? NOTHING : job.result();
            finish(new FinishedJob(job.number(), job.id(), completed, result));
        } else if (deadlineMicros <= node.clock().nowMicros()) {
            decide(done::timedOut);
        } else {
            park(job.number());
        }
    }

    /** Adds the foreground job and waits for it. Its time limits are enforced by the engine. */
    void begin(Add job) {
        node.append(job, this::added);
    }

    private void added(Outcome<Long> outcome) {
        Rejection rejection = outcome.rejection();
        if (rejection != null) {
            decide(() -> done.refused(rejection));
            return;
        }
        park(outcome.reply());
        if (cancelled || inputEnded) {
            abandon();
        }
    }

    private void park(long job) {
        if (cancelled && !foreground) {
            return;
        }
        number = job;
        parked = true;
        node.resultWaiters().park(number, this);
        node.waitDeadlines().add(this);
    }

    /** The job has ended. The caller has already removed this waiter from {@link ResultWaiters}. */
    void ended(FinishedJob job, EndReason how) {
        parked = false;
        node.waitDeadlines().remove(this);
        switch (how) {
            case COMPLETED, FAILED, TIMED_OUT -> finish(job);
            case NOT_TAKEN, NOT_FINISHED, ABANDONED -> decide(foreground ? done::timedOut : this::notFound);
            case CANCELLED, DELETED, EXPIRED -> decide(this::notFound);
        }
    }

    private void finish(FinishedJob job) {
        done.resultFixed(job);
        decide(() -> done.reply(job));
    }

    private void notFound() {
        done.refused(Rejection.JOB_NOT_FOUND);
    }

    void refused(Rejection why) {
        decide(() -> done.refused(why));
    }

    private void decide(Runnable answer) {
        if (cancelled) {
            return;
        }
        node.enqueueReply(new PendingReplies.Answer() {
            @Override
            public void deliver() {
                if (!cancelled) {
                    answer.run();
                }
            }

            @Override
            public void fail() {
                done.outcomeUnknown();
            }
        });
        done.decided();
    }

    @Override
    public void expire() {
        parked = false;
        node.resultWaiters().unpark(number, this);
        decide(done::timedOut);
    }

    @Override
    public void cancel() {
        cancelled = true;
        if (!parked) {
            return;
        }
        parked = false;
        node.waitDeadlines().remove(this);
        node.resultWaiters().unpark(number, this);
        if (foreground) {
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
        node.cleanUp(new Abandon(JobRef.of(number)));
    }

    /** The server stops: the call ends with an unknown outcome. */
    void stop() {
        parked = false;
        node.waitDeadlines().remove(this);
        node.resultWaiters().unpark(number, this);
        done.outcomeUnknown();
    }

    static FinishedJob of(long number, JobId id, EndReason how, byte @Nullable [] result) {
        return new FinishedJob(number, id, how == EndReason.COMPLETED, result == null ? NOTHING : result);
    }
}
