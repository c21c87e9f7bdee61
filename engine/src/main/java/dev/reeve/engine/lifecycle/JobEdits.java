package dev.reeve.engine.lifecycle;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.TagIndex;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobLabels;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.CallerClock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The changes of a job without a transition: tags, priority, dependencies, history. */
public final class JobEdits {
    private static final long AHEAD_OF_EQUALS = 0;

    private final EngineState state;

    public JobEdits(EngineState state) {
        this.state = state;
    }

    /** Adds tags, without duplicates. */
    public void addTags(CallerClock clock, Job job, List<String> tags) {
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        List<String> all = new ArrayList<>(job.labels().tags());
        List<Long> times = TagIndex.times(job);
        NonIterableMap<String, String> known = NonIterableMap.of(all);
        for (String tag : tags) {
            if (known.put(tag, tag) == null) {
                all.add(tag);
                times.add(clock.nowMicros());
            }
        }
        retag(job, fields, job.labels().klass(), all, times);
        state.endChange(job);
    }

    public void removeTags(Job job, List<String> tags) {
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        List<String> left = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        List<Long> before = TagIndex.times(job);
        NonIterableMap<String, String> removed = NonIterableMap.of(tags);
        for (int i = 0; i < before.size(); i++) {
            String tag = job.labels().tags().get(i);
            if (!removed.contains(tag)) {
                left.add(tag);
                times.add(before.get(i));
            }
        }
        retag(job, fields, job.labels().klass(), left, times);
        state.endChange(job);
    }

    /** Sets the klass and the tags, with the times of the tags. Called between beginChange and endChange. */
    public void retag(Job job, OptionalJobFields fields, @Nullable String klass, List<String> tags, List<Long> times) {
        state.tags().leave(job);
        job.labels(JobLabels.of(klass, tags, job.options()));
        fields.tagTimesMicros(times);
        state.tags().enter(job);
    }

    /** The ids of the existing and unfinished jobs, without duplicates. The job's own id is kept. */
    public List<JobId> unfinished(List<JobId> ids, JobId self) {
        List<JobId> unfinished = new ArrayList<>();
        NonIterableMap<JobId, JobId> seen = new NonIterableMap<>();
        for (JobId id : ids) {
            Job job = state.find(JobRef.of(id));
            boolean pending = job != null && !job.state().freesDependents();
            if ((pending || id.equals(self)) && seen.put(id, id) == null) {
                unfinished.add(id);
            }
        }
        return unfinished;
    }

    /** Sets the dependencies. Called between beginChange and endChange. */
    public void depend(Job job, OptionalJobFields fields, List<JobId> dependencies) {
        state.dependents().leave(job);
        fields.dependencies(dependencies);
        state.dependents().enter(job);
        state.dependencies().settleEnded(job);
    }

    /** Removes some of the dependencies. Called between beginChange and endChange. */
    private void removeDependencies(Job job, OptionalJobFields fields, List<JobId> ids) {
        List<JobId> left = new ArrayList<>(fields.dependencies());
        if (ids.size() == 1) {
            left.remove(ids.get(0));
        } else {
            left.removeIf(NonIterableMap.of(ids)::contains);
        }
        ids.forEach(id -> state.dependents().remove(job, id));
        fields.dependencies(left);
    }

    /** Adds dependencies to a job in state DEPENDS. */
    public void addDependencies(Job job, List<JobId> ids) {
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        List<JobId> all = new ArrayList<>(fields.dependencies());
        NonIterableMap<JobId, JobId> known = NonIterableMap.of(all);
        for (JobId id : unfinished(ids, job.id())) {
            if (!known.contains(id)) {
                all.add(id);
            }
        }
        depend(job, fields, all);
        state.endChange(job);
    }

    /** Removes dependencies; a job without further dependencies becomes ready or scheduled. */
    public void removeDependencies(CallerClock clock, Job job, List<JobId> ids, boolean evenIfDelayed) {
        state.beginChange(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        removeDependencies(job, fields, ids);
        boolean met = fields.dependencies().isEmpty() && job.state() == State.DEPENDS;
        if (met) {
            state.placements().dependenciesMet(clock, job, fields, evenIfDelayed);
        }
        state.endChange(job);
        if (met) {
            state.placements().announceIfReady(job);
        }
    }

    /** Changes the priority. A ready job becomes the first of its priority. */
    public void priority(Job job, long priority) {
        state.beginChange(job);
        job.priority(priority);
        if (job.state() == State.READY || job.state() == State.THROTTLED) {
            job.dueAtMicros(AHEAD_OF_EQUALS);
        }
        state.endChange(job);
    }

    /** Changes the priority, the tags and the limit of attempts; null keeps a value. The place in line is kept. */
    public void edit(Job job, @Nullable Long priority, @Nullable List<String> tags, @Nullable Integer maxAttempts) {
        state.beginChange(job);
        if (priority != null) {
            job.priority(priority);
        }
        if (tags != null) {
            replaceTags(job, tags);
        }
        if (maxAttempts != null) {
            Terms terms = job.terms();
            state.terms(job, state.shared(terms.with(terms.retry().withMaxAttempts(maxAttempts))));
        }
        state.endChange(job);
    }

    /** Tags that the job keeps keep their times. A job without a history gets none: its tags count as added with it. */
    private void replaceTags(Job job, List<String> tags) {
        List<String> distinct = tags.stream().distinct().toList();
        OptionalJobFields fields = job.optionalFields();
        if (fields == null) {
            state.tags().leave(job);
            job.labels(JobLabels.of(job.labels().klass(), distinct, job.options()));
            state.tags().enter(job);
            return;
        }
        List<String> before = job.labels().tags();
        List<Long> timesBefore = TagIndex.times(job);
        NonIterableMap<String, Long> known = new NonIterableMap<>();
        for (int i = 0; i < before.size(); i++) {
            known.put(before.get(i), timesBefore.get(i));
        }
        List<Long> times = new ArrayList<>();
        for (String tag : distinct) {
            Long time = known.get(tag);
            times.add(time == null ? state.atMicros() : time);
        }
        retag(job, fields, job.labels().klass(), distinct, times);
    }

    public void log(CallerClock clock, Job job, String text, byte @Nullable [] data) {
        state.beginChange(job);
        note(
                OptionalJobFields.of(job),
                new HistoryEvent(clock.nowMicros(), HistoryEvent.Type.LOGGED, text, null, data));
        state.endChange(job);
    }

    /** Adds an event to a job's history. Called between beginChange and endChange. */
    public void note(OptionalJobFields fields, HistoryEvent event) {
        fields.history(fields.history().with(event, state.qless().maxHistoryEvents()));
    }
}
