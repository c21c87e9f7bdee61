package dev.reeve.engine.qless;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.EventType;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete.NextStage;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.JobQueue;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How jobs are put into queues by callers with a clock: as new jobs, moved, advanced to another queue, or unfailed. */
public final class QlessPlacements {
    private final EngineState state;

    QlessPlacements(EngineState state) {
        this.state = state;
    }

    /** Creates a job on the caller's clock, or moves the existing job to the queue in any state. */
    public Job put(CallerClock clock, Add add, @Nullable Job existing) {
        JobQueue queue = state.qless().queueOrNew(add.queue(), clock.nowMicros());
        state.qless().events().put(add.id(), queue.name());
        Job job = existing;
        if (job == null) {
            job = create(clock, add, queue, null, clock.nowMicros());
        } else {
            notifyHolder(job, add.options().movedBy());
            state.qless().failureResolved(job);
            move(clock, job, queue, add);
        }
        state.qless().events().tracked(clock, TrackedEventType.PUT, add.id());
        return job;
    }

    /** Creates a job from a recurring job. It is put as of the due time and tagged now. */
    void spawn(CallerClock clock, Add add, long dueMicros, String from) {
        CallerClock then = new CallerClock(dueMicros, clock.dialect());
        JobQueue queue = state.qless().queueOrNew(add.queue(), clock.nowMicros());
        create(then, add, queue, from, clock.nowMicros());
    }

    private Job create(CallerClock clock, Add add, JobQueue queue, @Nullable String from, long taggedMicros) {
        Job job = state.placements().newJob(add, queue, add.terms(), state.atMicros(), State.READY);
        OptionalJobFields fields = new OptionalJobFields();
        fields.qless(QlessJobFields.ofPut(from));
        job.optionalFields(fields);
        fields.tagTimesMicros(Collections.nCopies(job.labels().tags().size(), taggedMicros));
        fields.dependencies(state.edits().unfinished(add.options().dependencies(), add.id()));
        state.placements().noteAdded(fields, clock.nowMicros(), queue);
        place(job, fields, clock, add.startsAtMicros());
        state.placements().insert(job);
        return job;
    }

    private void move(CallerClock clock, Job job, JobQueue queue, Add add) {
        AddOptions options = add.options();
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        List<String> tags = options.tags() == null ? job.labels().tags() : options.tags();
        state.edits().retag(job, fields, options.klass(), tags, Collections.nCopies(tags.size(), clock.nowMicros()));
        if (!options.dependencies().isEmpty()) {
            state.edits().depend(job, fields, state.edits().unfinished(options.dependencies(), job.id()));
        }
        ontoCallerClock(job, fields, add.terms(), options.patch().retries());
        job.payload(add.payload());
        job.priority(options.keepPriority() ? job.priority() : add.priority());
        state.move(job, queue);
        startOver(job, fields);
        state.placements().noteAdded(fields, clock.nowMicros(), queue);
        place(job, fields, clock, add.startsAtMicros());
        state.endChange(job);
        state.jobEvent(job, JobEventType.ADDED);
        state.happened(job, EventType.JOB_ADDED);
        state.placements().announceIfReady(job);
    }

    /** Gives the job other terms on a caller's clock; a null number of retries keeps the job's own. */
    private void ontoCallerClock(Job job, OptionalJobFields fields, Terms terms, @Nullable Integer retries) {
        RetryPolicy before = job.terms().retry();
        int own = before.rule() == RetryPolicy.Rule.ATTEMPTS ? QlessTerms.DEFAULT_RETRIES : before.retries();
        state.terms(job, state.shared(QlessTerms.withRetries(terms, retries == null ? own : retries)));
        fields.qless(fields.qless().withCallerClock());
    }

    private void startOver(Job job, OptionalJobFields fields) {
        state.placements().forgetLastTry(job);
        job.retriesUsed(0);
        fields.qless(fields.qless().withStalled(false));
    }

    /** Chooses the state of a job that was just put: DEPENDS, SCHEDULED or READY. */
    private void place(Job job, OptionalJobFields fields, CallerClock clock, long startsAtMicros) {
        fields.qless(fields.qless().withLease(false, false));
        boolean delayed = startsAtMicros != Add.NOW;
        boolean depends = !fields.dependencies().isEmpty();
        fields.delayedUntilMicros(depends && delayed ? startsAtMicros : OptionalJobFields.NONE);
        State waiting = depends ? State.DEPENDS : delayed ? State.SCHEDULED : State.READY;
        state.placements().waitIn(job, waiting, delayed && !depends ? startsAtMicros : clock.nowMicros());
    }

    /** Notifies the holder of the job of the loss of its lease, unless the holder itself moves the job. */
    private void notifyHolder(Job job, @Nullable String by) {
        String holder = job.holder();
        if (holder != null && !holder.equals(by)) {
            state.qless().events().leaseLost(job.id(), holder);
        }
    }

    /**
     * Ends one stage of a job and puts it into the queue of the next. If the next stage has dependencies and all of them are
     * met already, its delay does not count, as in qless.
     *
     * @param caller the caller's clock, which applies to the job from now on; null keeps the job's clock and terms
     */
    public State advance(@Nullable CallerClock caller, Job job, byte @Nullable [] payload, NextStage next) {
        CallerClock clock = state.clockOr(caller);
        JobQueue from = job.queue();
        state.qless().countRun(clock, job);
        state.jobEvent(job, JobEventType.COMPLETED, state.leases().ranMicros(clock, job));
        state.happened(job, EventType.JOB_COMPLETED);
        state.qless().events().tracked(clock, TrackedEventType.COMPLETED, job.id());
        state.qless().events().advanced(job.id(), from.name(), next.queue());
        JobQueue to = caller == null
                ? state.queueOrNew(next.queue())
                : state.qless().queueOrNew(next.queue(), caller.nowMicros());
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        state.edits().note(fields, HistoryEvent.completed(clock.nowMicros()));
        state.placements().noteAdded(fields, clock.nowMicros(), to);
        fields.failure(null);
        List<JobId> dependencies = state.edits().unfinished(next.dependencies(), job.id());
        state.edits().depend(job, fields, dependencies);
        if (payload != null) {
            job.payload(payload);
        }
        state.move(job, to);
        if (caller != null && !job.polled()) {
            ontoCallerClock(job, fields, QlessTerms.DEFAULT, null);
        }
        startOver(job, fields);
        boolean met = dependencies.isEmpty() && !next.dependencies().isEmpty();
        boolean delayed = next.delayMicros() > 0 && !met;
        place(job, fields, clock, delayed ? clock.after(next.delayMicros()) : Add.NOW);
        state.endChange(job);
        state.jobEvent(job, JobEventType.ADDED);
        state.happened(job, EventType.JOB_ADDED);
        state.placements().announceIfReady(job);
        return job.state();
    }

    /**
     * Queues the oldest failures of a failure group again, in the given queue, at most as many as an entry may change.
     * Returns the number of jobs.
     */
    public int unfail(CallerClock clock, String queue, String group, int count) {
        RankedSet<Job> failed = state.failures().in(group);
        if (failed == null) {
            return 0;
        }
        JobQueue to = state.qless().queueOrNew(queue, clock.nowMicros());
        int wanted = Math.max(0, Math.min(Math.min(count, state.changesLeft()), failed.size()));
        state.changed(wanted);
        List<Job> jobs = failed.page(failed.size() - wanted, wanted);
        for (Job job : jobs) {
            state.beginChange(job);
            OptionalJobFields fields = OptionalJobFields.of(job);
            state.placements().noteAdded(fields, clock.nowMicros(), to);
            fields.qless(fields.qless().withCounted());
            state.move(job, to);
            startOver(job, fields);
            state.placements().waitIn(job, State.READY, state.nowOf(clock, job));
            state.endChange(job);
            state.jobEvent(job, JobEventType.RETRIED);
            state.happened(job, EventType.JOB_RETRYING);
        }
        if (!jobs.isEmpty()) {
            state.effects().becameReady(queue);
        }
        return jobs.size();
    }
}
