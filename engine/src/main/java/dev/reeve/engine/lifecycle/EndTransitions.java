package dev.reeve.engine.lifecycle;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.EventType;
import dev.reeve.engine.Growth;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.Purges.Purge;
import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobError;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.webhook.WebhookEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transitions into the final states, and the removal of jobs. */
public final class EndTransitions {
    private static final byte[] NO_RESULT = new byte[0];

    /** The type of error of a job whose leases lapsed. */
    public static final String WORKER_LOST = "reeve:worker-lost";

    /** The failure group of a failure that names none. */
    private static final String DEFAULT_GROUP = "failed";

    /** A look at a job takes about a tenth of the time of its removal. */
    private static final int LOOKS_PER_REMOVAL = 10;

    private final EngineState state;
    private final DeadLetters deadLetters;

    public EndTransitions(EngineState state) {
        this.state = state;
        this.deadLetters = new DeadLetters(state);
    }

    /**
     * How a job ends.
     *
     * @param cause the dependency because of which it is cancelled; null for any other reason
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Ending(
            State state,
            byte[] result,
            int fails,
            boolean lapsed,
            @Nullable JobError error,
            @Nullable JobId cause) {
        Ending(State state, byte[] result, int fails, boolean lapsed) {
            this(state, result, fails, lapsed, null, null);
        }

        /** An end that is neither a failed try nor a lapse. */
        static Ending of(Job job, State state, byte[] result) {
            return new Ending(state, result, job.fails(), false);
        }

        EventType event() {
            return switch (state) {
                case COMPLETED -> EventType.JOB_COMPLETED;
                case TIMED_OUT -> EventType.JOB_TIMED_OUT;
                case CANCELLED -> EventType.JOB_CANCELLED;
                default -> EventType.JOB_FAILED;
            };
        }

        boolean isFailure() {
            return state == State.FAILED || state == State.TIMED_OUT;
        }

        EndReason reason() {
            return switch (state) {
                case COMPLETED -> EndReason.COMPLETED;
                case TIMED_OUT -> EndReason.TIMED_OUT;
                case CANCELLED -> EndReason.CANCELLED;
                default -> EndReason.FAILED;
            };
        }
    }

    /** Completes the job; a null result keeps the stored output. */
    public void complete(CallerClock clock, Job job, byte @Nullable [] result) {
        state.totals().add(Count.COMPLETED);
        state.jobEvent(job, JobEventType.COMPLETED, state.leases().ranMicros(clock, job));
        state.qless().completed(clock, job);
        end(clock, job, Ending.of(job, State.COMPLETED, result == null ? storedResult(job) : result));
        state.qless().pruneHistory(clock, job);
    }

    private static byte[] storedResult(Job job) {
        byte[] stored = job.result();
        return stored == null ? NO_RESULT : stored;
    }

    /**
     * Fails the job on a worker's report, or retries it if its policy allows. Returns the state that the job reaches.
     */
    public State fail(CallerClock clock, Job job, FailureReport report) {
        int fails = job.fails() + 1;
        byte[] message = report.result() == null ? storedResult(job) : report.result();
        state.totals().add(Count.FAILED);
        state.jobEvent(job, JobEventType.FAILED, state.leases().ranMicros(clock, job));
        if (report.isNoted() || job.optionalFields() != null) {
            Failure failure = failure(clock, job, message, report);
            if (report.group() != null) {
                state.qless().failed(clock, job, failure);
            }
            noteFailure(clock, job, failure, job.holder());
        }
        if (LeaseTransitions.isCancelRequested(job)) {
            endCancelled(clock, job, message, fails);
            return State.CANCELLED;
        }
        if (!report.retry().isNever() && mayRetry(job, fails)) {
            state.leases().retry(job, fails, report.result(), report.retry());
            state.webhooks().happened(job, WebhookEvent.RETRYING, report.error());
            return job.state();
        }
        endFailed(clock, job, message, fails);
        return State.FAILED;
    }

    private Failure failure(CallerClock clock, Job job, byte[] message, FailureReport report) {
        String queue = job.queue().name();
        String group = report.group();
        JobError error = report.error();
        if (error == null) {
            return reported(clock, job, message, group == null ? DEFAULT_GROUP : group);
        }
        String worker = job.holder();
        return new Failure(
                group == null ? error.group(queue) : group,
                error.message(),
                queue,
                CallerClock.floorToSecond(clock.nowMicros()),
                worker == null ? "" : worker,
                state.nextToken(),
                error.at(state.atMicros()));
    }

    /** Ends the job as FAILED, whatever its retry policy allows. */
    public void endFailed(CallerClock clock, Job job, byte[] result, int fails) {
        end(clock, job, new Ending(State.FAILED, result, fails, false));
    }

    /** Ends the job as CANCELLED although its worker reported a failure, because somebody had asked to cancel it. */
    private void endCancelled(CallerClock clock, Job job, byte[] result, int fails) {
        state.totals().add(Count.CANCELLED);
        state.jobEvent(job, JobEventType.CANCELLED);
        end(clock, job, new Ending(State.CANCELLED, result, fails, false));
    }

    private Failure reported(CallerClock clock, Job job, byte[] message, String group) {
        String worker = job.holder();
        return new Failure(
                group,
                new String(message, StandardCharsets.UTF_8),
                job.queue().name(),
                CallerClock.floorToSecond(clock.nowMicros()),
                worker == null ? "" : worker,
                state.nextToken());
    }

    /** Records the failure as the job's last one, whether or not the job is retried. */
    public void noteFailure(CallerClock clock, Job job, Failure failure, @Nullable String worker) {
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        state.edits().note(fields, HistoryEvent.failed(clock.nowMicros(), failure.group(), worker));
        fields.failure(failure);
        state.endChange(job);
    }

    private static boolean mayRetry(Job job, int fails) {
        RetryPolicy retry = job.terms().retry();
        return !job.terms().foreground()
                && !job.queue().deleted()
                && switch (retry.rule()) {
                    case ATTEMPTS -> fails < retry.maxFails() && LeaseTransitions.attemptsLeft(job);
                    case RETRIES -> LeaseTransitions.retriesSpent(job) < retry.retries();
                    case LAPSES -> false;
                    case BACKOFF -> LeaseTransitions.attemptsLeft(job);
                };
    }

    /** The failure of a job that has no retries left. */
    public Failure noRetriesLeft(CallerClock clock, Job job, String group) {
        return new Failure(group, null, job.queue().name(), clock.nowMicros(), "", state.nextToken());
    }

    /** Ends a job whose lease has lapsed and that has no retries left. */
    void timeOut(Job job) {
        if (job.terms().retry().rule() == RetryPolicy.Rule.BACKOFF) {
            loseWorker(job);
            return;
        }
        if (job.terms().retry().rule() != RetryPolicy.Rule.LAPSES) {
            end(server(), job, new Ending(State.TIMED_OUT, storedResult(job), job.fails(), true));
            return;
        }
        if (job.optionalFields() != null) {
            noteFailure(server(), job, noRetriesLeft(server(), job, DEFAULT_GROUP), null);
        }
        end(server(), job, new Ending(State.FAILED, NO_RESULT, job.fails(), true));
    }

    /**
     * Ends a job whose workers were lost with it. No command was admitted for the error, so it is not recorded when memory is
     * full.
     */
    private void loseWorker(Job job) {
        int lapses = job.options().lapses() + 1;
        String queue = job.queue().name();
        String message = lapses == 1 ? "the lease lapsed" : lapses + " leases in a row lapsed";
        JobError error = new JobError(WORKER_LOST, message, "", state.atMicros());
        String group = error.group(queue);
        String worker = job.holder();
        String by = worker == null ? "" : worker;
        Failure failure = new Failure(group, message, queue, state.atMicros(), by, state.nextToken(), error);
        long growth = Growth.failure(group.length()) + Growth.text(message) + error.growthBytes();
        if (state.hasMemoryFor(growth + Growth.history(job))) {
            noteFailure(server(), job, failure, worker);
        }
        state.beginChange(job);
        job.options(job.options().withLapses(lapses));
        state.endChange(job);
        end(server(), job, new Ending(State.FAILED, storedResult(job), job.fails(), true, error, null));
    }

    /** The queue of a waiting job was deleted. One that waits for its retry stays, ended as its last try did. */
    public void queueDeleted(Job job) {
        if (job.state() != State.RETRYING) {
            remove(job, EndReason.DELETED);
        } else if (job.timedOut()) {
            timeOut(job);
        } else {
            end(server(), job, Ending.of(job, State.FAILED, storedResult(job)));
        }
    }

    /**
     * Removes jobs of purged queues, at most as many as there is work. They are found among the jobs of the queue if these
     * are few, else by a scan of all jobs.
     *
     * @return how much of the work was done
     */
    public int purge(int work) {
        int done = 0;
        Purge purge;
        while (done < work && (purge = state.purges().first()) != null) {
            JobQueue queue = state.queueByNumber(purge.queueNumber());
            if (queue == null) {
                state.purges().remove(purge);
            } else if (queue.in(purge.state()).size() <= work - done) {
                state.purges().remove(purge);
                done += purge(purge, queue, queue.in(purge.state()).all());
            } else {
                done += scan(purge, queue, work - done);
            }
        }
        return done;
    }

    /** Removes those of the jobs that are purged. Returns how many. */
    private int purge(Purge purge, JobQueue queue, List<Job> jobs) {
        int removed = 0;
        for (Job job : jobs) {
            if (job.queue() == queue && job.state() == purge.state() && job.number() <= purge.lastNumber()) {
                remove(job, EndReason.DELETED);
                removed++;
            }
        }
        return removed;
    }

    /** Looks at the next jobs by number. Returns how much of the work was done. */
    private int scan(Purge purge, JobQueue queue, int work) {
        List<Job> page = state.jobs().page(state.rankOf(purge.fromNumber()), work * LOOKS_PER_REMOVAL);
        int removed = 0;
        for (Job job : page) {
            if (job.number() > purge.lastNumber()) {
                state.purges().remove(purge);
                return Math.max(1, removed);
            }
            if (removed == work) {
                state.purges().put(purge.from(job.number()));
                return removed;
            }
            removed += purge(purge, queue, List.of(job));
        }
        if (page.size() < work * LOOKS_PER_REMOVAL) {
            state.purges().remove(purge);
        } else {
            state.purges().put(purge.from(page.get(page.size() - 1).number() + 1));
        }
        return work;
    }

    /** Cancels a job and keeps it. A FAILED job can be cancelled too. */
    public void cancel(Job job) {
        state.totals().add(Count.CANCELLED);
        state.jobEvent(job, JobEventType.CANCELLED);
        state.qless().failureResolved(job);
        end(server(), job, Ending.of(job, State.CANCELLED, storedResult(job)));
    }

    /** Whether nothing is kept of the job if it is cancelled. */
    public boolean isRemovedByCancel(Job job) {
        return isRemoved(job, Ending.of(job, State.CANCELLED, NO_RESULT));
    }

    /** Cancels a job that waits for others, because one of them will not complete. */
    void cancelFor(Job job, JobId dependency) {
        state.totals().add(Count.CANCELLED);
        state.jobEvent(job, JobEventType.CANCELLED);
        end(server(), job, new Ending(State.CANCELLED, storedResult(job), job.fails(), false, null, dependency));
    }

    /** Cancels and removes a job, unless it is completed. Its dependents must be cancelled by the same command. */
    public void cancelAndRemove(CallerClock clock, JobId id, @Nullable Job job) {
        if (job == null || job.state() != State.COMPLETED) {
            state.qless().events().canceled(clock, id, job);
        }
        if (job == null || job.state() == State.COMPLETED) {
            return;
        }
        state.qless().failureResolved(job);
        state.jobEvent(job, JobEventType.CANCELLED);
        if (!job.state().ended()) {
            state.effects().ended(job.number(), job.id(), EndReason.DELETED, null, null);
            state.webhooks().happened(job, WebhookEvent.CANCELLED, null);
        }
        if (job.state() != State.CANCELLED) {
            state.happened(job, EventType.JOB_CANCELLED);
        }
        state.happened(job, EventType.JOB_REMOVED);
        state.beginChange(job);
        state.remove(job);
        if (state.dependents().anyWithRule(id)) {
            state.dependencies().settle(clock, id);
        }
    }

    private CallerClock server() {
        return state.clockOr(null);
    }

    private void end(CallerClock clock, Job job, Ending ending) {
        JobError known = ending.state() == State.FAILED ? job.error() : null;
        JobError error = ending.error() == null ? known : ending.error();
        if (!job.state().ended()) {
            state.effects().ended(job.number(), job.id(), ending.reason(), ending.result(), error);
            state.webhooks().happened(job, WebhookEvent.of(ending.reason()), error);
        }
        state.happened(job, ending.event(), error == null ? null : error.type());
        String deadLetter = ending.isFailure() ? deadLetters.of(job) : null;
        if (deadLetter != null) {
            noteIfUnknown(clock, job, ending);
            deadLetters.move(job, deadLetter);
            state.dependencies().settle(clock, job.id());
            return;
        }
        state.beginChange(job);
        if (isRemoved(job, ending)) {
            job.transition(ending.state());
            state.happened(job, EventType.JOB_REMOVED);
            state.remove(job);
            state.dependencies().settle(clock, job.id());
            return;
        }
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            noteEnd(clock, job, fields, ending);
        }
        job.transition(ending.state());
        job.fails(ending.fails());
        job.timedOut(ending.lapsed());
        job.result(ending.result());
        job.endedAtMicros(state.nowOf(clock, job));
        if (fields != null && ending.cause() != null) {
            fields.flow(fields.flow().withCancelledBy(ending.cause()));
            state.dependents().enterCancelled(job);
        }
        state.endChange(job);
        state.duplicates().ended(job);
        state.dependencies().settle(clock, job.id());
    }

    /** A job that moves to a dead letter queue tells why, even if it has no history yet. */
    private void noteIfUnknown(CallerClock clock, Job job, Ending ending) {
        OptionalJobFields known = job.optionalFields();
        if (known == null || known.failure() == null) {
            noteFailure(clock, job, reported(clock, job, ending.result(), DEFAULT_GROUP), job.holder());
        }
    }

    /** A job that others need is kept for them, whatever its terms are. */
    private boolean isRemoved(Job job, Ending ending) {
        if (job.terms().foreground()) {
            return true;
        }
        boolean needed =
                state.dependents().isNeeded(job.id()) || state.dependents().anyWithRule(job.id());
        State like = ending.cause() == null ? ending.state() : State.FAILED;
        boolean keyHeld = job.keyHeldUntilMicros() > state.atMicros();
        return job.terms().keep().micros(like) == 0 && !needed && !keyHeld;
    }

    private void noteEnd(CallerClock clock, Job job, OptionalJobFields fields, Ending ending) {
        state.edits().depend(job, fields, List.of());
        if (ending.state() == State.COMPLETED) {
            state.edits().note(fields, HistoryEvent.completed(clock.nowMicros()));
            fields.sinceMicros(clock.nowMicros());
            fields.failure(null);
            job.retriesUsed(0);
        } else if (ending.state() == State.FAILED) {
            if (fields.failure() == null) {
                fields.failure(reported(clock, job, ending.result(), DEFAULT_GROUP));
            }
        }
        state.qless().ended(clock, job, fields, ending.state());
    }

    /** Removes a foreground job whose creator disconnected. A leased one ends with its lease. */
    public void abandon(Job job) {
        if (job.terms().foreground() && job.state() != State.LEASED) {
            remove(job, EndReason.ABANDONED);
        }
    }

    public void remove(Job job, EndReason reason) {
        if (!job.state().ended()) {
            if (reason == EndReason.DELETED) {
                state.jobEvent(job, JobEventType.DELETED);
            }
            state.effects().ended(job.number(), job.id(), reason, null, null);
        }
        state.qless().failureResolved(job);
        state.happened(job, EventType.JOB_REMOVED);
        state.beginChange(job);
        state.remove(job);
        state.dependencies().settle(server(), job.id());
    }

    /**
     * Fires the deadline of a job. If several of its deadlines have passed, the earliest one is fired, so that the
     * state does not depend on how late the clock is.
     */
    public void deadlinePassed(Job job) {
        long expires = job.expiresAtMicros();
        long waitEnds = job.waitEndsAtMicros();
        long next = job.nextTransitionAtMicros();
        if (expires <= waitEnds && expires <= next) {
            if (!job.state().ended() && !job.terms().foreground()) {
                state.totals().add(Count.EVICTED);
                state.jobEvent(job, JobEventType.EXPIRED);
            }
            remove(job, EndReason.EXPIRED);
        } else if (waitEnds <= next) {
            remove(job, EndReason.NOT_TAKEN);
        } else if (job.state() == State.LEASED) {
            state.leases().deadlinePassed(job);
        } else if (job.queue().deleted()) {
            queueDeleted(job);
        } else {
            state.placements().becomeReady(job);
        }
    }
}
