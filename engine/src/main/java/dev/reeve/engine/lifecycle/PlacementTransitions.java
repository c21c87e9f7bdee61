package dev.reeve.engine.lifecycle;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.command.Complete.NextStage;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.qless.QlessJobFields;
import dev.reeve.engine.qless.TrackedEventType;
import dev.reeve.engine.queue.JobQueue;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transitions into the states in which a job waits to be leased: READY, SCHEDULED, DEPENDS. */
public final class PlacementTransitions {
    private static final int DEFAULT_RETRIES = 5;

    private final EngineState state;

    public PlacementTransitions(EngineState state) {
        this.state = state;
    }

    /** Creates a job on the server's clock. */
    public Job add(Add add) {
        long at = state.atMicros();
        AddOptions options = add.options();
        JobQueue queue = state.queueOrNew(add.queue());
        Terms base = options.declaredQueue() && queue.defaults() != null ? queue.defaults() : add.terms();
        long startsAt = add.startsAtMicros() == Add.NOW ? at : add.startsAtMicros();
        State first = startsAt > at ? State.SCHEDULED : State.READY;
        Job job = newJob(add, queue, base, startsAt, first);
        List<JobId> dependencies = state.edits().unfinished(options.dependencies(), add.id());
        if (!dependencies.isEmpty()) {
            OptionalJobFields fields = OptionalJobFields.of(job);
            fields.dependencies(dependencies);
            fields.delayedUntilMicros(startsAt > at ? startsAt : OptionalJobFields.NONE);
            job.transition(State.DEPENDS);
        }
        created(job);
        return job;
    }

    private Job newJob(Add add, JobQueue queue, Terms base, long startsAtMicros, State first) {
        AddOptions options = add.options();
        Terms terms = state.shared(options.patch().on(base));
        Job job = new Job(
                state.nextNumber(), add.id(), queue, add.payload(), terms, state.atMicros(), startsAtMicros, first);
        job.priority(add.priority());
        job.labels(JobLabels.of(options.klass(), options.tags() == null ? List.of() : options.tags()));
        return job;
    }

    private void created(Job job) {
        state.insert(job);
        state.totals().add(Count.CREATED);
        state.jobEvent(job, JobEventType.ADDED);
        announceIfReady(job);
    }

    /** Creates a job on the caller's clock, or moves the existing job to the queue in any state. */
    public Job put(CallerClock clock, Add add, @Nullable Job existing) {
        JobQueue queue = state.queueOrNew(add.queue(), clock.nowMicros());
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
    public void spawn(CallerClock clock, Add add, long dueMicros, String from) {
        CallerClock then = new CallerClock(dueMicros, clock.dialect());
        JobQueue queue = state.queueOrNew(add.queue(), clock.nowMicros());
        create(then, add, queue, from, clock.nowMicros());
    }

    private Job create(CallerClock clock, Add add, JobQueue queue, @Nullable String from, long taggedMicros) {
        Job job = newJob(add, queue, add.terms(), state.atMicros(), State.READY);
        OptionalJobFields fields = new OptionalJobFields();
        fields.qless(QlessJobFields.of(true, from, false, false));
        job.optionalFields(fields);
        job.onCallerClock(true);
        fields.tagTimesMicros(Collections.nCopies(job.labels().tags().size(), taggedMicros));
        fields.dependencies(state.edits().unfinished(add.options().dependencies(), add.id()));
        noteAdded(fields, clock.nowMicros(), queue);
        place(job, fields, clock, add.startsAtMicros());
        created(job);
        return job;
    }

    private void move(CallerClock clock, Job job, JobQueue queue, Add add) {
        AddOptions options = add.options();
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        state.edits().label(job, fields, options.klass(), options.tags(), clock.nowMicros());
        if (!options.dependencies().isEmpty()) {
            state.edits().depend(job, fields, state.edits().unfinished(options.dependencies(), job.id()));
        }
        ontoCallerClock(job, fields, add.terms(), options.patch().retries());
        job.payload(add.payload());
        job.priority(options.keepPriority() ? job.priority() : add.priority());
        state.move(job, queue);
        startOver(job);
        noteAdded(fields, clock.nowMicros(), queue);
        place(job, fields, clock, add.startsAtMicros());
        state.endChange(job);
        state.jobEvent(job, JobEventType.ADDED);
        announceIfReady(job);
    }

    private void noteAdded(OptionalJobFields fields, long nowMicros, JobQueue queue) {
        state.edits().note(fields, HistoryEvent.added(nowMicros, queue.name()));
        fields.sinceMicros(nowMicros);
    }

    /** Gives the job other terms on a caller's clock; a null number of retries keeps the job's own. */
    private void ontoCallerClock(Job job, OptionalJobFields fields, Terms terms, @Nullable Integer retries) {
        RetryPolicy before = job.terms().retry();
        int own = before.rule() == RetryPolicy.Rule.ATTEMPTS ? DEFAULT_RETRIES : before.retries();
        state.terms(job, state.shared(terms.withRetries(retries == null ? own : retries)));
        job.onCallerClock(true);
        fields.qless(fields.qless().withCounted());
    }

    private static void startOver(Job job) {
        job.retriesUsed(0);
        job.timedOut(false);
        job.stalled(false);
        job.lease(null);
        job.endedAtMicros(0);
        job.result(null);
    }

    /** Chooses the state of a job that was just put: DEPENDS, SCHEDULED or READY. */
    private static void place(Job job, OptionalJobFields fields, CallerClock clock, long startsAtMicros) {
        fields.qless(fields.qless().withWarned(false).withDisowned(false));
        boolean delayed = startsAtMicros != Add.NOW;
        boolean depends = !fields.dependencies().isEmpty();
        fields.delayedUntilMicros(depends && delayed ? startsAtMicros : OptionalJobFields.NONE);
        job.dueAtMicros(delayed && !depends ? startsAtMicros : clock.nowMicros());
        job.transition(depends ? State.DEPENDS : delayed ? State.SCHEDULED : State.READY);
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
        state.qless().events().tracked(clock, TrackedEventType.COMPLETED, job.id());
        state.qless().events().advanced(job.id(), from.name(), next.queue());
        JobQueue to = state.queueOrNew(next.queue(), clock.nowMicros());
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        state.edits().note(fields, HistoryEvent.completed(clock.nowMicros()));
        noteAdded(fields, clock.nowMicros(), to);
        fields.failure(null);
        List<JobId> dependencies = state.edits().unfinished(next.dependencies(), job.id());
        state.edits().depend(job, fields, dependencies);
        job.payload(payload == null ? job.payload() : payload);
        state.move(job, to);
        if (caller != null && !job.onCallerClock()) {
            ontoCallerClock(job, fields, Terms.ON_CALLER_CLOCK, null);
        }
        startOver(job);
        boolean met = dependencies.isEmpty() && !next.dependencies().isEmpty();
        boolean delayed = next.delayMicros() > 0 && !met;
        place(job, fields, clock, delayed ? clock.after(next.delayMicros()) : Add.NOW);
        state.endChange(job);
        state.jobEvent(job, JobEventType.ADDED);
        announceIfReady(job);
        return job.state();
    }

    /**
     * Spends a retry of a leased job; the reply is how many are left, -1 if it has failed for good.
     *
     * @param queue where the job is tried again, or its failure is counted
     */
    public int retry(
            CallerClock clock,
            Job job,
            String queue,
            long delayMicros,
            @Nullable Failure reason,
            String groupIfExhausted) {
        RetryPolicy retry = job.terms().retry();
        int left = retry.rule() == RetryPolicy.Rule.ATTEMPTS
                ? (LeaseTransitions.attemptsLeft(job) ? Math.max(0, retry.maxAttempts() - job.attempts()) : -1)
                : retry.retries() - job.retriesUsed() - 1;
        if (left < 0) {
            Failure failure = reason != null ? reason : state.ends().noRetriesLeft(clock, job, groupIfExhausted);
            state.qless().events().tracked(clock, TrackedEventType.FAILED, job.id());
            JobQueue counted =
                    queue.equals(job.queue().name()) ? job.queue() : state.queueOrNew(queue, JobQueue.UNLISTED);
            state.ends().exhaust(clock, job, failure, counted);
            return left;
        }
        JobQueue to = state.queueOrNew(queue, clock.nowMicros());
        state.totals().add(Count.RETRIED);
        state.jobEvent(job, JobEventType.RETRIED);
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        fields.failure(reason != null ? reason : fields.failure());
        fields.qless(fields.qless().withWarned(false).withCounted());
        state.move(job, to);
        job.retriesUsed(job.retriesUsed() + 1);
        job.lease(null);
        job.dueAtMicros(CallerClock.plus(state.nowOf(clock, job), Math.max(0, delayMicros)));
        job.transition(delayMicros > 0 ? State.SCHEDULED : State.READY);
        state.endChange(job);
        announceIfReady(job);
        return left;
    }

    /** Queues an ended job again, at the back of the queue that has the name of its queue now. */
    public void requeue(Job job) {
        state.totals().add(Count.RETRIED);
        state.jobEvent(job, JobEventType.RETRIED);
        state.qless().failureResolved(job);
        state.beginChange(job);
        if (job.queue().deleted()) {
            state.move(job, state.queueOrNew(job.queue().name()));
        }
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            noteAdded(fields, state.atMicros(), job.queue());
        }
        job.transition(State.READY);
        job.dueAtMicros(state.atMicros());
        job.timedOut(false);
        job.lease(null);
        job.endedAtMicros(0);
        job.result(null);
        state.endChange(job);
        announceIfReady(job);
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
        JobQueue to = state.queueOrNew(queue, clock.nowMicros());
        int wanted = Math.max(0, Math.min(Math.min(count, state.workLeft()), failed.size()));
        state.worked(wanted);
        List<Job> jobs = failed.page(failed.size() - wanted, wanted);
        for (Job job : jobs) {
            state.beginChange(job);
            OptionalJobFields fields = OptionalJobFields.of(job);
            noteAdded(fields, clock.nowMicros(), to);
            fields.qless(fields.qless().withCounted());
            state.move(job, to);
            startOver(job);
            job.dueAtMicros(state.nowOf(clock, job));
            job.transition(State.READY);
            state.endChange(job);
            state.jobEvent(job, JobEventType.RETRIED);
        }
        if (!jobs.isEmpty()) {
            state.effects().becameReady(queue);
        }
        return jobs.size();
    }

    /** Makes a job ready whose due time or retry delay has passed. */
    void becomeReady(Job job) {
        becomeReady(job, job.dueAtMicros());
        announceIfReady(job);
    }

    /** As {@link #becomeReady}, by the clock of the caller that polls the queue, whose time becomes the due time. */
    public void becomeReady(CallerClock clock, Job job) {
        becomeReady(job, clock.nowMicros());
    }

    private void becomeReady(Job job, long dueAtMicros) {
        state.beginChange(job);
        if (job.state() == State.RETRYING) {
            countRetry(job);
        }
        job.transition(State.READY);
        job.dueAtMicros(dueAtMicros);
        job.endedAtMicros(0);
        job.result(null);
        state.endChange(job);
    }

    /** Counts the retry of a job that is queued again, while the job is being changed. */
    void countRetry(Job job) {
        state.totals().add(Count.RETRIED);
        state.jobEvent(job, JobEventType.RETRIED);
        if (job.terms().retry().rule() != RetryPolicy.Rule.ATTEMPTS) {
            job.retriesUsed(job.retriesUsed() + 1);
        }
    }

    /** The job waits for no other any more: it is ready, or waits for its time. */
    void dependenciesMet(CallerClock clock, Job job, OptionalJobFields fields, boolean evenIfDelayed) {
        boolean delayed = fields.delayedUntilMicros() != OptionalJobFields.NONE && !evenIfDelayed;
        job.dueAtMicros(delayed ? fields.delayedUntilMicros() : state.nowOf(clock, job));
        job.transition(delayed ? State.SCHEDULED : State.READY);
        fields.delayedUntilMicros(OptionalJobFields.NONE);
    }

    /** Notifies the waiters of the queue if the job can be leased. */
    void announceIfReady(Job job) {
        if (job.state() == State.READY && !job.queue().paused()) {
            state.effects().becameReady(job.queue().name());
        }
    }
}
