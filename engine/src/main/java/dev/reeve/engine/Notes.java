package dev.reeve.engine;

import dev.reeve.engine.job.Event;
import dev.reeve.engine.job.Extras;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.Ledger;
import dev.reeve.engine.job.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be noted on a job without moving it: tags, priority, data, dependencies, lines of its history. */
public final class Notes {
    private static final long AHEAD_OF_EQUALS = 0;

    private final Store store;

    Notes(Store store) {
        this.store = store;
    }

    /** Adds the tags that the job does not have yet. */
    public void addTags(Caller caller, Job job, List<String> tags) {
        store.edit(job);
        Ledger ledger = Journey.ledger(job);
        List<String> all = new ArrayList<>(job.extras().tags());
        List<Long> times = Tags.times(job);
        Lookup<String, String> known = Lookup.of(all);
        for (String tag : tags) {
            if (known.put(tag, tag) == null) {
                all.add(tag);
                times.add(caller.nowMicros());
            }
        }
        retag(job, ledger, job.extras().klass(), all, times);
        store.edited(job);
    }

    public void removeTags(Job job, List<String> tags) {
        store.edit(job);
        Ledger ledger = Journey.ledger(job);
        List<String> left = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        List<Long> before = Tags.times(job);
        Lookup<String, String> gone = Lookup.of(tags);
        for (int i = 0; i < before.size(); i++) {
            String tag = job.extras().tags().get(i);
            if (!gone.contains(tag)) {
                left.add(tag);
                times.add(before.get(i));
            }
        }
        retag(job, ledger, job.extras().klass(), left, times);
        store.edited(job);
    }

    /** Sets klass and, unless they are null, all tags. Only between edit and edited. */
    void tag(Job job, Ledger ledger, String klass, @Nullable List<String> tags, long nowMicros) {
        List<String> all = tags == null ? job.extras().tags() : tags;
        List<Long> times = new ArrayList<>();
        all.forEach(tag -> times.add(nowMicros));
        retag(job, ledger, klass, all, times);
    }

    private void retag(Job job, Ledger ledger, @Nullable String klass, List<String> tags, List<Long> times) {
        store.tags().leave(job);
        job.extras(klass == null && tags.isEmpty() ? Extras.NONE : new Extras(klass, tags));
        ledger.tagTimesMicros(times);
        store.tags().enter(job);
    }

    /** Those of the jobs that are there and still to be done, each once. */
    List<JobId> unfinished(List<JobId> ids, JobId self) {
        List<JobId> unfinished = new ArrayList<>();
        Lookup<JobId, JobId> seen = new Lookup<>();
        for (JobId id : ids) {
            Job job = store.find(JobRef.of(id));
            boolean waits = job != null && job.state() != State.COMPLETED && job.state() != State.CANCELLED;
            if ((waits || id.equals(self)) && seen.put(id, id) == null) {
                unfinished.add(id);
            }
        }
        return unfinished;
    }

    /** Only between edit and edited. */
    void depend(Job job, Ledger ledger, List<JobId> dependencies) {
        store.dependents().leave(job);
        ledger.dependencies(dependencies);
        store.dependents().enter(job);
    }

    /** Takes some away, of which there may be many more. Only between edit and edited. */
    private void dependNoMore(Job job, Ledger ledger, List<JobId> ids) {
        Lookup<JobId, JobId> gone = Lookup.of(ids);
        List<JobId> left = new ArrayList<>(ledger.dependencies());
        left.removeIf(gone::contains);
        ids.forEach(id -> store.dependents().remove(job, id));
        ledger.dependencies(left);
    }

    /** Adds dependencies to a job that has some. */
    public void addDependencies(Job job, List<JobId> ids) {
        store.edit(job);
        Ledger ledger = Journey.ledger(job);
        List<JobId> all = new ArrayList<>(ledger.dependencies());
        Lookup<JobId, JobId> known = Lookup.of(all);
        for (JobId id : unfinished(ids, job.id())) {
            if (!known.contains(id)) {
                all.add(id);
            }
        }
        depend(job, ledger, all);
        store.edited(job);
    }

    /** Takes dependencies away; a job that has none left waits no longer. */
    public void removeDependencies(Caller caller, Job job, List<JobId> ids, boolean evenIfDelayed) {
        store.edit(job);
        Ledger ledger = Journey.ledger(job);
        dependNoMore(job, ledger, ids);
        boolean free = ledger.dependencies().isEmpty() && job.state() == State.DEPENDS;
        if (free) {
            boolean delayed = ledger.delayedUntilMicros() != Ledger.NONE && !evenIfDelayed;
            job.dueAtMicros(delayed ? ledger.delayedUntilMicros() : caller.nowMicros());
            job.state(delayed ? State.SCHEDULED : State.READY);
            ledger.delayedUntilMicros(Ledger.NONE);
        }
        store.edited(job);
        if (free) {
            store.lifecycle().announceIfReady(job);
        }
    }

    /** Whoever waits for the job does so no longer: it is done, or will never be. */
    void free(Caller caller, JobId id) {
        for (Job waiting : store.dependents().of(id)) {
            removeDependencies(caller, waiting, List.of(id), false);
        }
    }

    /** A new priority; among those of the same priority the job then comes first, if it waits to be leased. */
    public void priority(Job job, long priority) {
        store.edit(job);
        job.priority(priority);
        if (job.state() == State.READY) {
            job.dueAtMicros(AHEAD_OF_EQUALS);
        }
        store.edited(job);
    }

    public void log(Caller caller, Job job, String what, byte @Nullable [] data) {
        store.edit(job);
        store.journey().note(Journey.ledger(job), new Event(caller.nowMicros(), what, null, null, null, data));
        store.edited(job);
    }

    public void payload(Job job, byte[] payload) {
        if (job.lazy()) {
            store.payload(job, payload);
        }
    }

    /** A sign of life from the worker that has the job, with new data if there is any. */
    public void heartbeat(Caller caller, Job job, Lease lease, long lastsMicros, byte @Nullable [] payload) {
        long now = job.lazy() ? caller.nowMicros() : store.atMicros();
        store.edit(job);
        Ledger ledger = job.ledger();
        if (ledger != null) {
            ledger.disowned(false);
        }
        job.lease(
                new Lease(lease.token(), lease.worker(), lease.startedAtMicros(), now, Caller.plus(now, lastsMicros)));
        job.payload(payload == null ? job.payload() : payload);
        store.edited(job);
    }
}
