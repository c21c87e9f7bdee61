package dev.reeve.engine;

import dev.reeve.engine.job.EndReason;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.QlessJobFields;
import dev.reeve.engine.job.RetryPolicy;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.queue.DayStats;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.RankedSet;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way of a job through queues, as callers with their own clock direct it: it is put, moved on, retried, brought back
 * after a failure. A job that was put this way is lazy from then on.
 */
public final class QlessTransitions {
    private static final int DEFAULT_RETRIES = 5;

    private final EngineState store;

    QlessTransitions(EngineState store) {
        this.store = store;
    }

    /** Makes the job, or moves it to where the placing says, whoever has it. */
    public Job put(CallerClock caller, @Nullable String worker, JobId id, PutRequest putRequest) {
        Job found = store.find(JobRef.of(id));
        JobQueue queue = store.queueOrNew(putRequest.queue(), caller.nowMicros());
        store.events().put(id, queue.name());
        Job job;
        if (found == null) {
            job = create(caller, id, queue, putRequest, null, caller.nowMicros());
        } else {
            job = found;
            leaveWorker(job, worker);
            Failure failure = FailureGroups.failure(job);
            if (failure != null) {
                countFailed(job.queue(), failure.whenMicros(), 0, -1);
            }
            move(caller, job, queue, putRequest);
        }
        store.transitions().announceIfReady(job);
        store.events().tracked(caller, "put", id);
        return job;
    }

    private Job create(
            CallerClock caller,
            JobId id,
            JobQueue queue,
            PutRequest putRequest,
            @Nullable String from,
            long taggedMicros) {
        long at = store.atMicros();
        int retries = putRequest.retries() == null ? DEFAULT_RETRIES : putRequest.retries();
        Job job = new Job(store.nextNumber(), id, queue, putRequest.payload(), terms(retries), at, at, State.READY);
        QlessJobFields qlessFields = new QlessJobFields();
        qlessFields.spawnedFrom(from);
        job.qlessFields(qlessFields);
        job.onCallerClock(true);
        job.priority(putRequest.priority() == null ? 0 : putRequest.priority());
        List<String> tags = putRequest.tags() == null ? List.of() : putRequest.tags();
        job.labels(new JobLabels(putRequest.klass(), tags));
        qlessFields.tagTimesMicros(Collections.nCopies(tags.size(), taggedMicros));
        qlessFields.dependencies(store.jobEdits().unfinished(putRequest.depends(), id));
        note(qlessFields, HistoryEvent.put(caller.nowMicros(), queue.name()));
        qlessFields.sinceMicros(caller.nowMicros());
        place(job, qlessFields, caller, putRequest.delayMicros());
        store.totals().add(Totals.Count.CREATED);
        store.jobEvent(job, JobEventType.ADDED);
        store.insert(job);
        return job;
    }

    /** The job that a recurring one brings forth: put when it was due, tagged now. */
    void spawn(CallerClock caller, JobId id, String from, long dueMicros, PutRequest putRequest) {
        CallerClock then = new CallerClock(dueMicros, caller.dialect());
        JobQueue queue = store.queueOrNew(putRequest.queue(), caller.nowMicros());
        store.transitions().announceIfReady(create(then, id, queue, putRequest, from, caller.nowMicros()));
    }

    private void move(CallerClock caller, Job job, JobQueue queue, PutRequest putRequest) {
        store.beginChange(job);
        QlessJobFields qlessFields = qlessFields(job);
        JobQueue before = job.queue();
        store.jobEdits().tag(job, qlessFields, putRequest.klass(), putRequest.tags(), caller.nowMicros());
        if (!putRequest.depends().isEmpty()) {
            store.jobEdits().depend(job, qlessFields, store.jobEdits().unfinished(putRequest.depends(), job.id()));
        }
        int retries = putRequest.retries() == null ? retries(job.terms().retry()) : putRequest.retries();
        store.terms(job, terms(retries));
        job.onCallerClock(true);
        job.payload(putRequest.payload());
        job.priority(putRequest.priority() == null ? job.priority() : putRequest.priority());
        job.queue(queue);
        startOver(job);
        note(qlessFields, HistoryEvent.put(caller.nowMicros(), queue.name()));
        qlessFields.sinceMicros(caller.nowMicros());
        place(job, qlessFields, caller, putRequest.delayMicros());
        store.endChange(job);
        store.jobEvent(job, JobEventType.ADDED);
        store.forgetIfEmpty(before);
    }

    private static int retries(RetryPolicy retry) {
        return retry.rule() == RetryPolicy.Rule.ATTEMPTS ? DEFAULT_RETRIES : retry.retries();
    }

    private Terms terms(int retries) {
        RetryPolicy retry = new RetryPolicy(RetryPolicy.Rule.LAPSES, 0, 0, retries, List.of());
        return store.shared(new Terms(0, 0, Terms.FOREVER, Terms.HISTORY, Terms.BACKGROUND, retry));
    }

    private static void startOver(Job job) {
        job.retriesUsed(0);
        job.timedOut(false);
        job.stalled(false);
        job.lease(null);
        job.endedAtMicros(0);
        job.result(null);
    }

    /** Where a job that was just put has to wait. */
    private static void place(Job job, QlessJobFields qlessFields, CallerClock caller, long delayMicros) {
        qlessFields.warned(false);
        qlessFields.disowned(false);
        boolean depends = !qlessFields.dependencies().isEmpty();
        qlessFields.delayedUntilMicros(depends && delayMicros > 0 ? caller.after(delayMicros) : QlessJobFields.NONE);
        boolean delayed = !depends && delayMicros > 0;
        job.dueAtMicros(delayed ? caller.after(delayMicros) : caller.nowMicros());
        job.state(depends ? State.DEPENDS : delayed ? State.SCHEDULED : State.READY);
    }

    /** Tells the worker that has the job, if it is another one. */
    private void leaveWorker(Job job, @Nullable String by) {
        String holder = worker(job);
        if (holder != null && !holder.equals(by)) {
            store.events().lockLost(job.id(), holder);
        }
    }

    /** Who has the job, or had it when it stalled; null if nobody does, or gave no name. */
    static @Nullable String worker(Job job) {
        Lease lease = job.lease();
        return lease != null && (job.state() == State.LEASED || job.stalled()) ? lease.worker() : null;
    }

    /** Ends one stage of a leased job and puts it into the queue of the next. */
    public State advance(
            CallerClock caller, Job job, byte[] payload, String next, long delayMicros, List<JobId> depends) {
        JobQueue from = job.queue();
        ran(caller, job);
        store.effects()
                .jobEvent(
                        from.name(), JobEventType.COMPLETED, store.transitions().ranMicros(caller, job));
        store.events().tracked(caller, "completed", job.id());
        store.events().advanced(job.id(), from.name(), next);
        JobQueue to = store.queueOrNew(next, caller.nowMicros());
        store.beginChange(job);
        QlessJobFields qlessFields = qlessFields(job);
        note(qlessFields, HistoryEvent.done(caller.nowMicros()));
        note(qlessFields, HistoryEvent.put(caller.nowMicros(), next));
        qlessFields.sinceMicros(caller.nowMicros());
        qlessFields.failure(null);
        store.jobEdits().depend(job, qlessFields, store.jobEdits().unfinished(depends, job.id()));
        job.payload(payload);
        job.queue(to);
        job.onCallerClock(true);
        startOver(job);
        place(job, qlessFields, caller, delayMicros);
        store.endChange(job);
        store.jobEvent(job, JobEventType.ADDED);
        store.forgetIfEmpty(from);
        store.transitions().announceIfReady(job);
        return job.state();
    }

    /** Counts how long a leased job ran. */
    void ran(CallerClock caller, Job job) {
        QlessJobFields qlessFields = job.qlessFields();
        if (qlessFields != null && job.state() == State.LEASED) {
            store.statsOf(job.queue(), caller.nowMicros()).runs().add(caller.secondsSince(qlessFields.sinceMicros()));
        }
    }

    /** Spends a retry of a leased job; the reply is how many are left, -1 if it has failed for good. */
    public int retry(CallerClock caller, Job job, String queue, long delayMicros, @Nullable Failure why, String group) {
        RetryPolicy retry = job.terms().retry();
        int left = retry.rule() == RetryPolicy.Rule.ATTEMPTS
                ? (Transitions.attemptsLeft(job) ? Math.max(0, retry.maxAttempts() - job.attempts()) : -1)
                : retry.retries() - job.retriesUsed() - 1;
        if (left < 0) {
            Failure failure = why != null ? why : exhausted(caller, job, group);
            store.events().tracked(caller, "failed", job.id());
            store.transitions().failForGood(caller, job, failure, null, job.retriesUsed() + 1);
            return left;
        }
        JobQueue to = store.queueOrNew(queue, caller.nowMicros());
        store.totals().add(Totals.Count.RETRIED);
        store.jobEvent(job, JobEventType.RETRIED);
        store.beginChange(job);
        JobQueue from = job.queue();
        QlessJobFields qlessFields = qlessFields(job);
        qlessFields.failure(why != null ? why : qlessFields.failure());
        qlessFields.warned(false);
        job.queue(to);
        job.retriesUsed(job.retriesUsed() + 1);
        job.lease(null);
        job.dueAtMicros(CallerClock.plus(
                job.onCallerClock() ? caller.nowMicros() : store.atMicros(), Math.max(0, delayMicros)));
        job.state(delayMicros > 0 ? State.SCHEDULED : State.READY);
        store.endChange(job);
        store.forgetIfEmpty(from);
        store.transitions().announceIfReady(job);
        return left;
    }

    /** The failure of a job that has no retries left. */
    Failure exhausted(CallerClock caller, Job job, String group) {
        String message = "Job exhausted retries in queue \"" + job.queue().name() + "\"";
        return new Failure(group, message, caller.nowMicros(), "", store.nextToken());
    }

    void countFailed(JobQueue queue, long whenMicros, int failures, int failed) {
        DayStats stats = store.statsOf(queue, whenMicros);
        stats.counts(stats.failures() + failures, stats.failed() + failed, stats.retries());
    }

    /** Takes a leased job from its worker at once, at no cost to its retries; the next one to ask gets it. */
    public void timeout(CallerClock caller, Job job) {
        String worker = worker(job);
        if (job.queue().deleted()) {
            store.transitions().remove(job, EndReason.DELETED);
        } else if (job.onCallerClock()) {
            store.beginChange(job);
            note(qlessFields(job), HistoryEvent.timedOut(caller.nowMicros()));
            job.state(State.READY);
            job.stalled(true);
            store.endChange(job);
            store.jobEvent(job, JobEventType.TIMED_OUT);
            store.jobEvent(job, JobEventType.RETRIED);
            store.transitions().announceIfReady(job);
        } else {
            store.transitions().lapse(job);
        }
        if (worker != null) {
            store.events().lockLost(job.id(), worker);
        }
    }

    /** Removes the job, whoever has it; a completed one stays. Those who wait for it must go with the same entry. */
    public void cancel(CallerClock caller, JobId id) {
        Job job = store.find(JobRef.of(id));
        if (job == null) {
            store.events().canceled(id, null, null);
            store.events().tracked(caller, "canceled", id);
            return;
        }
        if (job.state() == State.COMPLETED) {
            return;
        }
        String worker = worker(job);
        store.events().canceled(id, job.queue().name(), worker == null ? "" : worker);
        Failure failure = FailureGroups.failure(job);
        if (failure != null) {
            countFailed(job.queue(), failure.whenMicros(), 0, -1);
        }
        store.events().tracked(caller, "canceled", id);
        store.jobEvent(job, JobEventType.CANCELLED);
        store.transitions().removeAlone(job);
    }

    /** Brings the jobs that failed first back, into that queue; the reply is how many. */
    public int unfail(CallerClock caller, String queue, String group, int count) {
        RankedSet<Job> failed = store.failures().in(group);
        if (failed == null) {
            return 0;
        }
        JobQueue to = store.queueOrNew(queue, caller.nowMicros());
        int wanted = Math.max(0, Math.min(count, failed.size()));
        List<Job> jobs = failed.page(failed.size() - wanted, wanted);
        for (Job job : jobs) {
            store.beginChange(job);
            JobQueue from = job.queue();
            QlessJobFields qlessFields = qlessFields(job);
            note(qlessFields, HistoryEvent.put(caller.nowMicros(), queue));
            qlessFields.sinceMicros(caller.nowMicros());
            job.queue(to);
            startOver(job);
            job.dueAtMicros(job.onCallerClock() ? caller.nowMicros() : store.atMicros());
            job.state(State.READY);
            store.endChange(job);
            store.jobEvent(job, JobEventType.RETRIED);
            store.forgetIfEmpty(from);
        }
        if (!jobs.isEmpty()) {
            store.effects().becameReady(queue);
        }
        return jobs.size();
    }

    /** The job's story, begun here if nobody asked for it before. Only between beginChange and endChange. */
    static QlessJobFields qlessFields(Job job) {
        QlessJobFields qlessFields = job.qlessFields();
        if (qlessFields == null) {
            qlessFields = new QlessJobFields();
            qlessFields.sinceMicros(job.dueAtMicros());
            qlessFields.history(qlessFields
                    .history()
                    .with(HistoryEvent.put(job.createdAtMicros(), job.queue().name()), 0));
            job.qlessFields(qlessFields);
        }
        return qlessFields;
    }

    void note(QlessJobFields qlessFields, HistoryEvent event) {
        qlessFields.history(qlessFields.history().with(event, store.config().historyOfAJob()));
    }
}
