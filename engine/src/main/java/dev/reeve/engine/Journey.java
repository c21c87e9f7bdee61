package dev.reeve.engine;

import dev.reeve.engine.job.End;
import dev.reeve.engine.job.Event;
import dev.reeve.engine.job.Extras;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.Ledger;
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
public final class Journey {
    private static final int DEFAULT_RETRIES = 5;

    private final Store store;

    Journey(Store store) {
        this.store = store;
    }

    /** Makes the job, or moves it to where the placing says, whoever has it. */
    public Job put(Caller caller, @Nullable String worker, JobId id, Placing placing) {
        Job found = store.find(JobRef.of(id));
        JobQueue queue = store.queueOrNew(placing.queue(), caller.nowMicros());
        store.events().put(id, queue.name());
        Job job;
        if (found == null) {
            job = create(caller, id, queue, placing, null, caller.nowMicros());
        } else {
            job = found;
            leaveWorker(job, worker);
            Failure failure = Failures.failure(job);
            if (failure != null) {
                countFailed(job.queue(), failure.whenMicros(), 0, -1);
            }
            move(caller, job, queue, placing);
        }
        store.lifecycle().announceIfReady(job);
        store.events().tracked(caller, "put", id);
        return job;
    }

    private Job create(
            Caller caller, JobId id, JobQueue queue, Placing placing, @Nullable String from, long taggedMicros) {
        long at = store.atMicros();
        int retries = placing.retries() == null ? DEFAULT_RETRIES : placing.retries();
        Job job = new Job(store.nextNumber(), id, queue, placing.payload(), terms(retries), at, at, State.READY);
        Ledger ledger = new Ledger();
        ledger.spawnedFrom(from);
        job.ledger(ledger);
        job.lazy(true);
        job.priority(placing.priority() == null ? 0 : placing.priority());
        List<String> tags = placing.tags() == null ? List.of() : placing.tags();
        job.extras(new Extras(placing.klass(), tags));
        ledger.tagTimesMicros(Collections.nCopies(tags.size(), taggedMicros));
        ledger.dependencies(store.notes().unfinished(placing.depends(), id));
        note(ledger, Event.put(caller.nowMicros(), queue.name()));
        ledger.sinceMicros(caller.nowMicros());
        place(job, ledger, caller, placing.delayMicros());
        store.totals().add(Totals.Count.CREATED);
        store.passed(job, Milestone.ADDED);
        store.insert(job);
        return job;
    }

    /** The job that a recurring one brings forth: put when it was due, tagged now. */
    void spawn(Caller caller, JobId id, String from, long dueMicros, Placing placing) {
        Caller then = new Caller(dueMicros, caller.dialect());
        JobQueue queue = store.queueOrNew(placing.queue(), caller.nowMicros());
        store.lifecycle().announceIfReady(create(then, id, queue, placing, from, caller.nowMicros()));
    }

    private void move(Caller caller, Job job, JobQueue queue, Placing placing) {
        store.edit(job);
        Ledger ledger = ledger(job);
        JobQueue before = job.queue();
        store.notes().tag(job, ledger, placing.klass(), placing.tags(), caller.nowMicros());
        if (!placing.depends().isEmpty()) {
            store.notes().depend(job, ledger, store.notes().unfinished(placing.depends(), job.id()));
        }
        int retries = placing.retries() == null ? retries(job.terms().retry()) : placing.retries();
        store.terms(job, terms(retries));
        job.lazy(true);
        job.payload(placing.payload());
        job.priority(placing.priority() == null ? job.priority() : placing.priority());
        job.queue(queue);
        startOver(job);
        note(ledger, Event.put(caller.nowMicros(), queue.name()));
        ledger.sinceMicros(caller.nowMicros());
        place(job, ledger, caller, placing.delayMicros());
        store.edited(job);
        store.passed(job, Milestone.ADDED);
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
    private static void place(Job job, Ledger ledger, Caller caller, long delayMicros) {
        ledger.warned(false);
        ledger.disowned(false);
        boolean depends = !ledger.dependencies().isEmpty();
        ledger.delayedUntilMicros(depends && delayMicros > 0 ? caller.after(delayMicros) : Ledger.NONE);
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
    public State advance(Caller caller, Job job, byte[] payload, String next, long delayMicros, List<JobId> depends) {
        JobQueue from = job.queue();
        ran(caller, job);
        store.effects()
                .passed(from.name(), Milestone.COMPLETED, store.lifecycle().ranMicros(caller, job));
        store.events().tracked(caller, "completed", job.id());
        store.events().advanced(job.id(), from.name(), next);
        JobQueue to = store.queueOrNew(next, caller.nowMicros());
        store.edit(job);
        Ledger ledger = ledger(job);
        note(ledger, Event.done(caller.nowMicros()));
        note(ledger, Event.put(caller.nowMicros(), next));
        ledger.sinceMicros(caller.nowMicros());
        ledger.failure(null);
        store.notes().depend(job, ledger, store.notes().unfinished(depends, job.id()));
        job.payload(payload);
        job.queue(to);
        job.lazy(true);
        startOver(job);
        place(job, ledger, caller, delayMicros);
        store.edited(job);
        store.passed(job, Milestone.ADDED);
        store.forgetIfEmpty(from);
        store.lifecycle().announceIfReady(job);
        return job.state();
    }

    /** Counts how long a leased job ran. */
    void ran(Caller caller, Job job) {
        Ledger ledger = job.ledger();
        if (ledger != null && job.state() == State.LEASED) {
            store.statsOf(job.queue(), caller.nowMicros()).runs().add(caller.secondsSince(ledger.sinceMicros()));
        }
    }

    /** Spends a retry of a leased job; the reply is how many are left, -1 if it has failed for good. */
    public int retry(Caller caller, Job job, String queue, long delayMicros, @Nullable Failure why, String group) {
        RetryPolicy retry = job.terms().retry();
        int left = retry.rule() == RetryPolicy.Rule.ATTEMPTS
                ? (Lifecycle.attemptsLeft(job) ? Math.max(0, retry.maxAttempts() - job.attempts()) : -1)
                : retry.retries() - job.retriesUsed() - 1;
        if (left < 0) {
            Failure failure = why != null ? why : exhausted(caller, job, group);
            store.events().tracked(caller, "failed", job.id());
            store.lifecycle().failForGood(caller, job, failure, null, job.retriesUsed() + 1);
            return left;
        }
        JobQueue to = store.queueOrNew(queue, caller.nowMicros());
        store.totals().add(Totals.Count.RETRIED);
        store.passed(job, Milestone.RETRIED);
        store.edit(job);
        JobQueue from = job.queue();
        Ledger ledger = ledger(job);
        ledger.failure(why != null ? why : ledger.failure());
        ledger.warned(false);
        job.queue(to);
        job.retriesUsed(job.retriesUsed() + 1);
        job.lease(null);
        job.dueAtMicros(Caller.plus(job.lazy() ? caller.nowMicros() : store.atMicros(), Math.max(0, delayMicros)));
        job.state(delayMicros > 0 ? State.SCHEDULED : State.READY);
        store.edited(job);
        store.forgetIfEmpty(from);
        store.lifecycle().announceIfReady(job);
        return left;
    }

    /** The failure of a job that has no retries left. */
    Failure exhausted(Caller caller, Job job, String group) {
        String message = "Job exhausted retries in queue \"" + job.queue().name() + "\"";
        return new Failure(group, message, caller.nowMicros(), "", store.nextToken());
    }

    void countFailed(JobQueue queue, long whenMicros, int failures, int failed) {
        DayStats stats = store.statsOf(queue, whenMicros);
        stats.counts(stats.failures() + failures, stats.failed() + failed, stats.retries());
    }

    /** Takes a leased job from its worker at once, at no cost to its retries; the next one to ask gets it. */
    public void timeout(Caller caller, Job job) {
        String worker = worker(job);
        if (job.queue().deleted()) {
            store.lifecycle().remove(job, End.DELETED);
        } else if (job.lazy()) {
            store.edit(job);
            note(ledger(job), Event.timedOut(caller.nowMicros()));
            job.state(State.READY);
            job.stalled(true);
            store.edited(job);
            store.passed(job, Milestone.TIMED_OUT);
            store.passed(job, Milestone.RETRIED);
            store.lifecycle().announceIfReady(job);
        } else {
            store.lifecycle().lapse(job);
        }
        if (worker != null) {
            store.events().lockLost(job.id(), worker);
        }
    }

    /** Removes the job, whoever has it; a completed one stays. Those who wait for it must go with the same entry. */
    public void cancel(Caller caller, JobId id) {
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
        Failure failure = Failures.failure(job);
        if (failure != null) {
            countFailed(job.queue(), failure.whenMicros(), 0, -1);
        }
        store.events().tracked(caller, "canceled", id);
        store.passed(job, Milestone.CANCELLED);
        store.lifecycle().removeAlone(job);
    }

    /** Brings the jobs that failed first back, into that queue; the reply is how many. */
    public int unfail(Caller caller, String queue, String group, int count) {
        RankedSet<Job> failed = store.failures().in(group);
        if (failed == null) {
            return 0;
        }
        JobQueue to = store.queueOrNew(queue, caller.nowMicros());
        int wanted = Math.max(0, Math.min(count, failed.size()));
        List<Job> jobs = failed.page(failed.size() - wanted, wanted);
        for (Job job : jobs) {
            store.edit(job);
            JobQueue from = job.queue();
            Ledger ledger = ledger(job);
            note(ledger, Event.put(caller.nowMicros(), queue));
            ledger.sinceMicros(caller.nowMicros());
            job.queue(to);
            startOver(job);
            job.dueAtMicros(job.lazy() ? caller.nowMicros() : store.atMicros());
            job.state(State.READY);
            store.edited(job);
            store.passed(job, Milestone.RETRIED);
            store.forgetIfEmpty(from);
        }
        if (!jobs.isEmpty()) {
            store.effects().becameReady(queue);
        }
        return jobs.size();
    }

    /** The job's story, begun here if nobody asked for it before. Only between edit and edited. */
    static Ledger ledger(Job job) {
        Ledger ledger = job.ledger();
        if (ledger == null) {
            ledger = new Ledger();
            ledger.sinceMicros(job.dueAtMicros());
            ledger.history(ledger.history()
                    .with(Event.put(job.createdAtMicros(), job.queue().name()), 0));
            job.ledger(ledger);
        }
        return ledger;
    }

    void note(Ledger ledger, Event event) {
        ledger.history(ledger.history().with(event, store.config().historyOfAJob()));
    }
}
