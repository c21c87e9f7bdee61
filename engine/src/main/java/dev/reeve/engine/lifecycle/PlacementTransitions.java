package dev.reeve.engine.lifecycle;

import dev.reeve.engine.AddOptions;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.EventType;
import dev.reeve.engine.JobEventType;
import dev.reeve.engine.Totals.Count;
import dev.reeve.engine.command.Add;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.JobOptions;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.webhook.WebhookEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The transitions into the states in which a job waits to be leased: READY, SCHEDULED, DEPENDS. */
public final class PlacementTransitions {
    private final EngineState state;

    public PlacementTransitions(EngineState state) {
        this.state = state;
    }

    /** Creates a job on the server's clock. */
    public Job add(Add add) {
        return add(add, null);
    }

    /**
     * As {@link #add(Add)}.
     *
     * @param waitsFor a job that it waits for besides its dependencies, however that one ends; null for none
     */
    Job add(Add add, @Nullable JobId waitsFor) {
        long at = state.atMicros();
        AddOptions options = add.options();
        JobQueue queue = state.queueOrNew(add.queue());
        Terms base = add.baseTerms(queue);
        long startsAt = add.startsAtMicros() == Add.NOW ? at : add.startsAtMicros();
        State first = startsAt > at ? State.SCHEDULED : State.READY;
        Job job = newJob(add, queue, base, startsAt, first);
        if (waitsFor != null || !options.dependencies().isEmpty()) {
            waitForOthers(job, options, waitsFor);
        }
        insert(job);
        JobId failed = state.dependencies().firstFailed(job);
        if (failed != null) {
            state.ends().cancelFor(job, failed);
        }
        return job;
    }

    /** Lets a new job wait for those of its dependencies that have not ended. */
    private void waitForOthers(Job job, AddOptions options, @Nullable JobId waitsFor) {
        List<JobId> dependencies = new ArrayList<>(dependencies(job, options));
        if (waitsFor != null && !dependencies.contains(waitsFor)) {
            dependencies.add(waitsFor);
        }
        if (!dependencies.isEmpty()) {
            long startsAt = job.startsAtMicros();
            OptionalJobFields fields = OptionalJobFields.of(job);
            fields.dependencies(dependencies);
            fields.delayedUntilMicros(startsAt > state.atMicros() ? startsAt : OptionalJobFields.NONE);
            job.transition(State.DEPENDS);
        }
    }

    /** The jobs that a new job waits for. One that asks how they end keeps all that it was given. */
    private List<JobId> dependencies(Job job, AddOptions options) {
        DependencyRule rule = options.ties().ifDependencyFails();
        if (rule == DependencyRule.NONE || options.dependencies().isEmpty()) {
            return state.edits().unfinished(options.dependencies(), job.id());
        }
        List<JobId> needs = DependencyTransitions.distinct(options.dependencies());
        OptionalJobFields fields = OptionalJobFields.of(job);
        fields.flow(fields.flow().withNeeds(needs));
        return state.dependencies().obstacles(job, needs, rule);
    }

    /** A job with the values of the command, in no index yet. */
    public Job newJob(Add add, JobQueue queue, Terms base, long startsAtMicros, State first) {
        AddOptions options = add.options();
        Terms terms = state.shared(options.patch().on(base));
        Job job = Job.of(
                state.nextNumber(), add.id(), queue, add.payload(), terms, state.atMicros(), startsAtMicros, first);
        job.priority(add.priorityIn(queue));
        job.labels(JobLabels.of(
                options.klass(),
                options.tags() == null ? List.of() : options.tags(),
                JobOptions.NONE.withHeaders(options.headers()).withTies(options.ties())));
        return job;
    }

    /** Inserts a new job. */
    public void insert(Job job) {
        state.insert(job);
        state.batchChanges().added(job);
        state.dependencies().settleEnded(job);
        state.throttling().changed(job);
        state.totals().add(Count.CREATED);
        state.jobEvent(job, JobEventType.ADDED);
        state.happened(job, EventType.JOB_ADDED);
        announceIfReady(job);
        state.webhooks().happened(job, WebhookEvent.ADDED, null);
    }

    /** Notes in the history that the job was added to the queue. Called while the job is being changed. */
    public void noteAdded(OptionalJobFields fields, long nowMicros, JobQueue queue) {
        state.edits().note(fields, HistoryEvent.added(nowMicros, queue.name()));
        fields.sinceMicros(nowMicros);
    }

    /**
     * Queues an ended job again, at the back of the queue that has the name of its queue now.
     *
     * @param startsAtMicros the time from which it can be leased
     * @param anew whether what was counted of its tries is forgotten
     */
    public void requeue(Job job, long startsAtMicros, boolean anew) {
        JobQueue queue = job.queue();
        requeue(job, queue.deleted() ? state.queueOrNew(queue.name()) : queue, startsAtMicros, anew);
    }

    /** As {@link #requeue(Job, long, boolean)}, in the given queue. If jobs that it depends on have not ended, it waits for them. */
    public void requeue(Job job, JobQueue queue, long startsAtMicros, boolean anew) {
        List<JobId> waits = state.dependencies().pendingNeeds(job);
        state.totals().add(Count.RETRIED);
        state.jobEvent(job, JobEventType.RETRIED);
        state.qless().failureResolved(job);
        state.beginChange(job);
        if (job.queue() != queue) {
            state.move(job, queue);
        }
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            // A job that comes back with a dependency has not been tried, and there may be no memory for a note.
            if (fields.flow().cancelledBy() == null) {
                noteAdded(fields, state.atMicros(), job.queue());
            }
            state.edits().depend(job, fields, waits);
        }
        boolean later = startsAtMicros > state.atMicros();
        if (fields != null && !waits.isEmpty()) {
            fields.delayedUntilMicros(later ? startsAtMicros : OptionalJobFields.NONE);
            waitIn(job, State.DEPENDS, startsAtMicros);
        } else {
            waitIn(job, later ? State.SCHEDULED : State.READY, startsAtMicros);
        }
        forgetLastTry(job);
        if (anew) {
            forgetTries(job);
        }
        state.endChange(job);
        state.happened(job, EventType.JOB_RETRYING);
        announceIfReady(job);
        state.dependencies().settle(state.clockOr(null), job.id());
    }

    /** Moves a job that nobody holds to the queue of that name, which is created if there is none. An ended job starts anew. */
    public void move(Job job, String queue) {
        JobQueue target = state.queueOrNew(queue);
        if (job.state().ended()) {
            requeue(job, target, state.atMicros(), true);
            return;
        }
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        state.move(job, target);
        noteAdded(fields, state.atMicros(), target);
        state.endChange(job);
        announceIfReady(job);
        state.dependencies().settle(state.clockOr(null), job.id());
    }

    private static void forgetTries(Job job) {
        job.attempts(0);
        job.fails(0);
        job.retriesUsed(0);
    }

    /** Changes the time from which a waiting job can be leased. One that waits for its retry or for others goes on so. */
    public void reschedule(Job job, long startsAtMicros) {
        boolean later = startsAtMicros > state.atMicros();
        OptionalJobFields fields = job.optionalFields();
        if (job.state() == State.DEPENDS && fields != null) {
            state.beginChange(job);
            fields.delayedUntilMicros(later ? startsAtMicros : OptionalJobFields.NONE);
            state.endChange(job);
        } else if (!later) {
            becomeReady(job, startsAtMicros);
            announceIfReady(job);
        } else {
            state.beginChange(job);
            if (fields != null) {
                state.qless().delayed(fields);
            }
            waitIn(job, job.state() == State.RETRYING ? State.RETRYING : State.SCHEDULED, startsAtMicros);
            state.endChange(job);
        }
    }

    /** Removes what the last try of the job has left. Called while the job is being changed. */
    public void forgetLastTry(Job job) {
        state.limits().giveUpSlot(job);
        job.timedOut(false);
        job.lease(null);
        job.options(job.options().startedOver());
        job.endedAtMicros(0);
        job.result(null);
    }

    /** Lets the job wait in that state. Called while the job is being changed, or before it is inserted. */
    public void waitIn(Job job, State waiting, long dueAtMicros) {
        job.transition(waiting);
        job.dueAtMicros(dueAtMicros);
    }

    /** Makes a job ready whose due time or retry delay has passed. */
    void becomeReady(Job job) {
        becomeReady(job, job.dueAtMicros());
        announceIfReady(job);
    }

    /** As {@link #becomeReady}, with another due time and without notifying waiters. */
    public void becomeReady(Job job, long dueAtMicros) {
        state.beginChange(job);
        if (job.state() == State.RETRYING) {
            countRetry(job);
        }
        waitIn(job, State.READY, dueAtMicros);
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
        long dueAt = delayed ? fields.delayedUntilMicros() : state.nowOf(clock, job);
        waitIn(job, delayed ? State.SCHEDULED : State.READY, dueAt);
        fields.delayedUntilMicros(OptionalJobFields.NONE);
    }

    /** Notifies the waiters of the queue if the job can be leased. */
    public void announceIfReady(Job job) {
        if (job.state() == State.READY && !job.queue().paused()) {
            state.effects().becameReady(job.queue().name());
        }
    }
}
