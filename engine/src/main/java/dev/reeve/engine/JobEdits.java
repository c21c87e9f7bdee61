package dev.reeve.engine;

import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.QlessJobFields;
import dev.reeve.engine.job.State;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What can be noted on a job without moving it: tags, priority, data, dependencies, lines of its history. */
public final class JobEdits {
    private static final long AHEAD_OF_EQUALS = 0;

    private final EngineState store;

    JobEdits(EngineState store) {
        this.store = store;
    }

    /** Adds the tags that the job does not have yet. */
    public void addTags(CallerClock caller, Job job, List<String> tags) {
        store.beginChange(job);
        QlessJobFields qlessFields = QlessTransitions.qlessFields(job);
        List<String> all = new ArrayList<>(job.labels().tags());
        List<Long> times = TagIndex.times(job);
        NonIterableMap<String, String> known = NonIterableMap.of(all);
        for (String tag : tags) {
            if (known.put(tag, tag) == null) {
                all.add(tag);
                times.add(caller.nowMicros());
            }
        }
        retag(job, qlessFields, job.labels().klass(), all, times);
        store.endChange(job);
    }

    public void removeTags(Job job, List<String> tags) {
        store.beginChange(job);
        QlessJobFields qlessFields = QlessTransitions.qlessFields(job);
        List<String> left = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        List<Long> before = TagIndex.times(job);
        NonIterableMap<String, String> gone = NonIterableMap.of(tags);
        for (int i = 0; i < before.size(); i++) {
            String tag = job.labels().tags().get(i);
            if (!gone.contains(tag)) {
                left.add(tag);
                times.add(before.get(i));
            }
        }
        retag(job, qlessFields, job.labels().klass(), left, times);
        store.endChange(job);
    }

    /** Sets klass and, unless they are null, all tags. Only between beginChange and endChange. */
    void tag(Job job, QlessJobFields qlessFields, String klass, @Nullable List<String> tags, long nowMicros) {
        List<String> all = tags == null ? job.labels().tags() : tags;
        List<Long> times = new ArrayList<>();
        all.forEach(tag -> times.add(nowMicros));
        retag(job, qlessFields, klass, all, times);
    }

    private void retag(
            Job job, QlessJobFields qlessFields, @Nullable String klass, List<String> tags, List<Long> times) {
        store.tags().leave(job);
        job.labels(klass == null && tags.isEmpty() ? JobLabels.NONE : new JobLabels(klass, tags));
        qlessFields.tagTimesMicros(times);
        store.tags().enter(job);
    }

    /** Those of the jobs that are there and still to be done, each once. */
    List<JobId> unfinished(List<JobId> ids, JobId self) {
        List<JobId> unfinished = new ArrayList<>();
        NonIterableMap<JobId, JobId> seen = new NonIterableMap<>();
        for (JobId id : ids) {
            Job job = store.find(JobRef.of(id));
            boolean waits = job != null && job.state() != State.COMPLETED && job.state() != State.CANCELLED;
            if ((waits || id.equals(self)) && seen.put(id, id) == null) {
                unfinished.add(id);
            }
        }
        return unfinished;
    }

    /** Only between beginChange and endChange. */
    void depend(Job job, QlessJobFields qlessFields, List<JobId> dependencies) {
        store.dependents().leave(job);
        qlessFields.dependencies(dependencies);
        store.dependents().enter(job);
    }

    /** Takes some away, of which there may be many more. Only between beginChange and endChange. */
    private void dependNoMore(Job job, QlessJobFields qlessFields, List<JobId> ids) {
        NonIterableMap<JobId, JobId> gone = NonIterableMap.of(ids);
        List<JobId> left = new ArrayList<>(qlessFields.dependencies());
        left.removeIf(gone::contains);
        ids.forEach(id -> store.dependents().remove(job, id));
        qlessFields.dependencies(left);
    }

    /** Adds dependencies to a job that has some. */
    public void addDependencies(Job job, List<JobId> ids) {
        store.beginChange(job);
        QlessJobFields qlessFields = QlessTransitions.qlessFields(job);
        List<JobId> all = new ArrayList<>(qlessFields.dependencies());
        NonIterableMap<JobId, JobId> known = NonIterableMap.of(all);
        for (JobId id : unfinished(ids, job.id())) {
            if (!known.contains(id)) {
                all.add(id);
            }
        }
        depend(job, qlessFields, all);
        store.endChange(job);
    }

    /** Takes dependencies away; a job that has none left waits no longer. */
    public void removeDependencies(CallerClock caller, Job job, List<JobId> ids, boolean evenIfDelayed) {
        store.beginChange(job);
        QlessJobFields qlessFields = QlessTransitions.qlessFields(job);
        dependNoMore(job, qlessFields, ids);
        boolean free = qlessFields.dependencies().isEmpty() && job.state() == State.DEPENDS;
        if (free) {
            boolean delayed = qlessFields.delayedUntilMicros() != QlessJobFields.NONE && !evenIfDelayed;
            job.dueAtMicros(delayed ? qlessFields.delayedUntilMicros() : caller.nowMicros());
            job.state(delayed ? State.SCHEDULED : State.READY);
            qlessFields.delayedUntilMicros(QlessJobFields.NONE);
        }
        store.endChange(job);
        if (free) {
            store.transitions().announceIfReady(job);
        }
    }

    /** Whoever waits for the job does so no longer: it is done, or will never be. */
    void free(CallerClock caller, JobId id) {
        for (Job waiting : store.dependents().of(id)) {
            removeDependencies(caller, waiting, List.of(id), false);
        }
    }

    /** A new priority; among those of the same priority the job then comes first, if it waits to be leased. */
    public void priority(Job job, long priority) {
        store.beginChange(job);
        job.priority(priority);
        if (job.state() == State.READY) {
            job.dueAtMicros(AHEAD_OF_EQUALS);
        }
        store.endChange(job);
    }

    public void log(CallerClock caller, Job job, String what, byte @Nullable [] data) {
        store.beginChange(job);
        store.qlessTransitions()
                .note(
                        QlessTransitions.qlessFields(job),
                        new HistoryEvent(caller.nowMicros(), what, null, null, null, data));
        store.endChange(job);
    }

    public void payload(Job job, byte[] payload) {
        if (job.onCallerClock()) {
            store.payload(job, payload);
        }
    }

    /** A sign of life from the worker that has the job, with new data if there is any. */
    public void heartbeat(CallerClock caller, Job job, Lease lease, long lastsMicros, byte @Nullable [] payload) {
        long now = job.onCallerClock() ? caller.nowMicros() : store.atMicros();
        store.beginChange(job);
        QlessJobFields qlessFields = job.qlessFields();
        if (qlessFields != null) {
            qlessFields.disowned(false);
        }
        job.lease(new Lease(
                lease.token(), lease.worker(), lease.startedAtMicros(), now, CallerClock.plus(now, lastsMicros)));
        job.payload(payload == null ? job.payload() : payload);
        store.endChange(job);
    }
}
