package dev.reeve.engine.lifecycle;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.FailureGroups;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.TrackedEventType;
import dev.reeve.engine.queue.JobQueue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transitions into the final states, and the removal of jobs. */
public final class EndTransitions {
    private static final byte[] NO_RESULT = new byte[0];

    private static final int MAX_PRUNED_PER_CALL = 1000;

    /** The failure group of a failure that names none. */
    private static final String DEFAULT_GROUP = "failed";

    private final EngineState state;

    public EndTransitions(EngineState state) {
        this.state = state;
    }

    /**
     * How a job ends.
     *
     * @param failure the failure, where somebody said how to group it
     * @param countedIn the queue in whose statistics a failure is counted
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Ending(
            State state,
            EndReason reason,
            byte[] result,
            int fails,
            boolean lapsed,
            @Nullable Failure failure,
            JobQueue countedIn) {
        /** An end that is counted in the job's own queue. */
        static Ending of(Job job, State state, EndReason reason, byte[] result, int fails, boolean lapsed) {
            return new Ending(state, reason, result, fails, lapsed, null, job.queue());
        }
    }

    /** Completes the job; a null result keeps the stored output. */
    public void complete(CallerClock clock, Job job, byte @Nullable [] result) {
        state.totals().add(Count.COMPLETED);
        state.effects()
                .jobEvent(
                        job.queue().name(),
                        JobEventType.COMPLETED,
                        state.leases().ranMicros(clock, job));
        countRun(clock, job);
        state.qless().events().tracked(clock, TrackedEventType.COMPLETED, job.id());
        if (job.optionalFields() != null) {
            state.qless().events().completed(job.id(), job.queue().name());
        }
        boolean inHistory = job.terms().keepMicros() == Terms.HISTORY;
        byte[] kept = result == null ? storedResult(job) : result;
        end(clock, job, Ending.of(job, State.COMPLETED, EndReason.COMPLETED, kept, job.fails(), false));
        if (inHistory) {
            prune(clock);
        }
    }

    private static byte[] storedResult(Job job) {
        byte[] stored = job.result();
        return stored == null ? NO_RESULT : stored;
    }

    /** Adds the run of a leased job to the statistics. */
    void countRun(CallerClock clock, Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields != null && job.state() == State.LEASED) {
            state.qless().stats(job.queue(), clock.nowMicros()).runs().add(clock.secondsSince(fields.sinceMicros()));
        }
    }

    /** Removes completed jobs from the history that exceed its maximum age or count. */
    private void prune(CallerClock clock) {
        RankedSet<Job> completed = state.qless().completedHistory().jobs();
        Job first = completed.first();
        long oldest =
                CallerClock.plus(clock.nowMicros(), -state.qless().options().historyMicros());
        long maxCount = Math.max(0, state.qless().options().historyCount());
        if (first == null || (first.endedAtMicros() > oldest && completed.size() <= maxCount)) {
            return;
        }
        long tooMany = Math.max(state.qless().completedHistory().completedBy(oldest), completed.size() - maxCount);
        completed.page(0, (int) Math.min(MAX_PRUNED_PER_CALL, tooMany)).forEach(job -> remove(job, EndReason.EXPIRED));
    }

    /**
     * Fails the job on a worker's report, or retries it if its policy allows.
     *
     * @param result the message; null keeps the stored output
     * @param group the failure group; null for the default one
     */
    public void fail(CallerClock clock, Job job, byte @Nullable [] result, @Nullable String group) {
        byte[] message = result == null ? storedResult(job) : result;
        Failure failure = group == null ? null : reported(clock, job, message, group);
        if (failure != null) {
            state.qless().events().failed(job.id(), failure.group(), failure.message(), failure.worker());
            state.qless().events().tracked(clock, TrackedEventType.FAILED, job.id());
        }
        if (failure != null && job.onCallerClock()) {
            failForGood(clock, job, failure, failure.worker(), job.retriesUsed());
            return;
        }
        int fails = job.fails() + 1;
        state.totals().add(Count.FAILED);
        state.effects()
                .jobEvent(
                        job.queue().name(), JobEventType.FAILED, state.leases().ranMicros(server(), job));
        if (mayRetry(job, fails)) {
            state.leases().retry(job, fails, false, result);
        } else {
            end(server(), job, Ending.of(job, State.FAILED, EndReason.FAILED, message, fails, false));
        }
    }

    private Failure reported(CallerClock clock, Job job, byte[] message, String group) {
        String worker = job.holder();
        long when = CallerClock.floorToSecond(clock.nowMicros());
        String text = new String(message, StandardCharsets.UTF_8);
        return new Failure(group, text, when, worker == null ? "" : worker, state.nextToken());
    }

    private static boolean mayRetry(Job job, int fails) {
        RetryPolicy retry = job.terms().retry();
        return !job.terms().foreground()
                && !job.queue().deleted()
                && switch (retry.rule()) {
                    case ATTEMPTS -> fails < retry.maxFails() && LeaseTransitions.attemptsLeft(job);
                    case RETRIES -> LeaseTransitions.retriesSpent(job) < retry.retries();
                    case LAPSES -> false;
                };
    }

    /**
     * Ends the job with a failure without regard to its retry policy.
     *
     * @param worker the worker that reported the failure, if any
     */
    public void failForGood(CallerClock clock, Job job, Failure failure, @Nullable String worker, int retriesUsed) {
        failForGood(clock, job, failure, worker, retriesUsed, job.queue());
    }

    /** As above, with the queue in whose statistics the failure is counted. */
    void failForGood(
            CallerClock clock, Job job, Failure failure, @Nullable String worker, int retriesUsed, JobQueue countedIn) {
        state.totals().add(Count.FAILED);
        state.effects()
                .jobEvent(
                        job.queue().name(), JobEventType.FAILED, state.leases().ranMicros(clock, job));
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        state.edits().note(fields, HistoryEvent.failed(clock.nowMicros(), failure.group(), worker));
        job.retriesUsed(retriesUsed);
        state.endChange(job);
        byte[] result = failure.message().getBytes(StandardCharsets.UTF_8);
        end(clock, job, new Ending(State.FAILED, EndReason.FAILED, result, job.fails(), false, failure, countedIn));
    }

    /** The failure of a job that has no retries left. */
    public Failure exhausted(CallerClock clock, Job job, String group) {
        String message = "Job exhausted retries in queue \"" + job.queue().name() + "\"";
        return new Failure(group, message, clock.nowMicros(), "", state.nextToken());
    }

    /** Ends a job whose lease has lapsed and that has no retries left. */
    void timeOut(Job job) {
        if (job.terms().retry().rule() == RetryPolicy.Rule.LAPSES) {
            end(server(), job, Ending.of(job, State.FAILED, EndReason.FAILED, NO_RESULT, job.fails(), true));
        } else {
            end(
                    server(),
                    job,
                    Ending.of(job, State.TIMED_OUT, EndReason.TIMED_OUT, storedResult(job), job.fails(), true));
        }
    }

    /** The queue of a waiting job was deleted. One that waits for its retry stays, ended as its last try did. */
    public void queueDeleted(Job job) {
        if (job.state() != State.RETRYING) {
            remove(job, EndReason.DELETED);
        } else if (job.timedOut()) {
            timeOut(job);
        } else {
            end(server(), job, Ending.of(job, State.FAILED, EndReason.FAILED, storedResult(job), job.fails(), false));
        }
    }

    /** Cancels a job and keeps it. A FAILED job can be cancelled too. */
    public void cancel(Job job) {
        state.totals().add(Count.CANCELLED);
        state.jobEvent(job, JobEventType.CANCELLED);
        end(server(), job, Ending.of(job, State.CANCELLED, EndReason.CANCELLED, storedResult(job), job.fails(), false));
    }

    /** Cancels and removes a job, unless it is completed. Its dependents must be cancelled by the same command. */
    public void cancelAndRemove(CallerClock clock, JobId id, @Nullable Job job) {
        if (job == null) {
            state.qless().events().canceled(id, null, null);
            state.qless().events().tracked(clock, TrackedEventType.CANCELED, id);
            return;
        }
        if (job.state() == State.COMPLETED) {
            return;
        }
        String worker = job.holder();
        state.qless().events().canceled(id, job.queue().name(), worker == null ? "" : worker);
        Failure failure = FailureGroups.failure(job);
        if (failure != null) {
            state.qless().countFailed(job.queue(), failure.whenMicros(), 0, -1);
        }
        state.qless().events().tracked(clock, TrackedEventType.CANCELED, id);
        state.jobEvent(job, JobEventType.CANCELLED);
        if (!job.state().ended()) {
            state.effects().ended(job.number(), job.id(), EndReason.DELETED, null);
        }
        state.beginChange(job);
        state.remove(job);
    }

    private CallerClock server() {
        return state.clockOr(null);
    }

    private void end(CallerClock clock, Job job, Ending ending) {
        if (!job.state().ended()) {
            state.effects().ended(job.number(), job.id(), ending.reason(), ending.result());
        }
        state.beginChange(job);
        if (job.terms().keepMicros() == 0 || job.terms().foreground()) {
            state.remove(job);
            state.edits().freeDependents(clock, job.id());
            return;
        }
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            noteEnd(clock, job, fields, ending);
        }
        job.transition(ending.state());
        job.stalled(false);
        job.fails(ending.fails());
        job.timedOut(ending.lapsed());
        job.result(ending.result());
        job.endedAtMicros(state.nowOf(clock, job));
        state.endChange(job);
        if (ending.state() == State.COMPLETED) {
            state.edits().freeDependents(clock, job.id());
        }
    }

    /** Records the end of a job in its history and, for a failure, in its failure group. */
    private void noteEnd(CallerClock clock, Job job, OptionalJobFields fields, Ending ending) {
        long now = clock.nowMicros();
        state.edits().depend(job, fields, List.of());
        fields.qless(fields.qless().withWarned(false));
        if (ending.state() == State.COMPLETED) {
            state.edits().note(fields, HistoryEvent.done(now));
            fields.sinceMicros(now);
            fields.failure(null);
            job.retriesUsed(0);
        } else if (ending.state() == State.FAILED) {
            Failure failure = ending.failure();
            if (failure == null) {
                String message = new String(ending.result(), StandardCharsets.UTF_8);
                failure = new Failure(DEFAULT_GROUP, message, now, "", state.nextToken());
                state.edits().note(fields, HistoryEvent.failed(now, DEFAULT_GROUP, null));
            }
            fields.failure(failure);
            state.qless().countFailed(ending.countedIn(), now, 1, 1);
        }
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
            state.effects().ended(job.number(), job.id(), reason, null);
        }
        state.beginChange(job);
        state.remove(job);
        state.edits().freeDependents(server(), job.id());
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
            state.leases().lapse(job);
        } else if (job.queue().deleted()) {
            queueDeleted(job);
        } else {
            state.placements().becomeReady(job);
        }
    }
}
