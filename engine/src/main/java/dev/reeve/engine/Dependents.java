package dev.reeve.engine;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedMultimap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.Standing;
import dev.reeve.engine.job.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Index of the jobs by the jobs that they depend on: the inverse of {@link OptionalJobFields#dependencies}, by what the end
 * of a dependency means to them, and of {@code JobFlow.cancelledBy}.
 *
 * <p>A job that ends changes a bounded number of dependents; the entries that follow change the others. Until then it is in
 * the list of unsettled ids. The list is not part of a snapshot: it follows from how the dependencies of jobs stand.
 */
public final class Dependents {
    /** How many dependents the view of a job lists. */
    public static final int MOST_IN_VIEW = 256;

    /**
     * A job that was removed after it had completed, and before all jobs that depend on it were freed: to these it has
     * completed all the same.
     *
     * @param lastNumber the last number that was given to a job before the removal
     */
    public record Gone(JobId id, long number, long lastNumber) {
        boolean isDependencyOf(Job dependent) {
            return number < dependent.number() && dependent.number() <= lastNumber;
        }
    }

    private static final long GONE_BYTES = 40 + HeapBytes.SLOT;
    private static final Comparator<Job> BY_NUMBER = Comparator.comparingLong(Job::number);

    private final RankedMultimap<JobId, Job> indifferent = new RankedMultimap<>(BY_NUMBER);
    private final RankedMultimap<JobId, Job> affected = new RankedMultimap<>(BY_NUMBER);
    private final RankedMultimap<JobId, Job> patient = new RankedMultimap<>(BY_NUMBER);
    private final RankedMultimap<JobId, Job> cancelled = new RankedMultimap<>(BY_NUMBER);
    private final NonIterableMap<JobId, Integer> needed = new NonIterableMap<>();
    private final RankedSet<JobId> unsettled = new RankedSet<>(JobId.ORDER);
    private final RankedSet<Gone> gone =
            new RankedSet<>(Comparator.comparing(Gone::id, JobId.ORDER).thenComparingLong(Gone::number));

    /** The index of jobs with that rule: those that never fail, those that a failure changes, those that wait on. */
    private RankedMultimap<JobId, Job> of(DependencyRule rule) {
        return switch (rule) {
            case NONE -> indifferent;
            case CANCEL, RUN -> affected;
            case WAIT -> patient;
        };
    }

    private static DependencyRule rule(Job job) {
        return job.options().ties().ifDependencyFails();
    }

    /** Whether no job depends on another, or was cancelled because of another. */
    public boolean isEmpty() {
        return indifferent.keyCount() + affected.keyCount() + patient.keyCount() + cancelled.keyCount() == 0;
    }

    public boolean any(JobId id) {
        return indifferent.get(id) != null || anyWithRule(id);
    }

    /** Whether a job that asks how its dependencies end depends on the given job. */
    public boolean anyWithRule(JobId id) {
        return affected.get(id) != null || patient.get(id) != null;
    }

    /** The jobs that depend on the given job and have a larger number, ordered by number. */
    public List<Job> after(JobId id, long number, int limit) {
        List<Job> found = new ArrayList<>(after(indifferent.get(id), number, limit));
        if (anyWithRule(id)) {
            found.addAll(after(affected.get(id), number, limit));
            found.addAll(after(patient.get(id), number, limit));
            found.sort(BY_NUMBER);
        }
        return found.size() > limit ? found.subList(0, limit) : found;
    }

    private static List<Job> after(@Nullable RankedSet<Job> jobs, long number, int limit) {
        return jobs == null ? List.of() : jobs.page(jobs.rankOf(job -> job.number() <= number ? -1 : 0), limit);
    }

    /** The ids of the first jobs that depend on the given job, ordered by number. */
    public List<JobId> idsOf(JobId id) {
        return any(id) ? after(id, 0, MOST_IN_VIEW).stream().map(Job::id).toList() : List.of();
    }

    /**
     * A job that has to change because of how the dependency stands: one that waits for it, or was cancelled because of it.
     *
     * @param dependency null if it is gone
     * @return null if there is none
     */
    public @Nullable Job nextUnsettled(JobId id, @Nullable Job dependency) {
        boolean freesAll = dependency == null || dependency.state().freesDependents();
        Job next = freesAll ? first(indifferent, id) : null;
        if (next == null) {
            Job first = first(affected, id);
            next = first != null && standing(id, dependency, first) != Standing.PENDING ? first : null;
        }
        if (next == null) {
            Job first = first(patient, id);
            Standing standing = first == null ? Standing.PENDING : standing(id, dependency, first);
            next = standing == null || standing == Standing.COMPLETED ? first : null;
        }
        if (next == null && dependency != null && !Standing.of(dependency).isFailure()) {
            List<Job> later = after(cancelled.get(id), dependency.number(), 1);
            next = later.isEmpty() ? null : later.get(0);
        }
        return next;
    }

    private static @Nullable Job first(RankedMultimap<JobId, Job> index, JobId id) {
        RankedSet<Job> jobs = index.get(id);
        return jobs == null ? null : jobs.first();
    }

    /**
     * How a dependency stands for a job that depends on it; null if it is gone without having completed. A job depends on one
     * that was there before it: what was added later under the same id is another job. So no job ever depends on itself
     * through others.
     *
     * @param dependency the job that has the id now; null if there is none
     */
    public @Nullable Standing standing(JobId id, @Nullable Job dependency, Job dependent) {
        if (dependency != null && isThere(dependency, dependent)) {
            return Standing.of(dependency);
        }
        return goneOf(id).stream().anyMatch(one -> one.isDependencyOf(dependent)) ? Standing.COMPLETED : null;
    }

    /** Whether the job that has the id of a dependency now is the dependency. */
    public static boolean isThere(Job dependency, Job dependent) {
        return dependency.number() <= dependent.number();
    }

    private List<Gone> goneOf(JobId id) {
        if (gone.isEmpty()) {
            return List.of();
        }
        int first = gone.rankOf(one -> JobId.ORDER.compare(one.id(), id) < 0 ? -1 : 0);
        int end = gone.rankOf(one -> JobId.ORDER.compare(one.id(), id) <= 0 ? -1 : 0);
        return gone.page(first, end - first);
    }

    /** The jobs that have completed and are gone, for dependents that are not freed yet. */
    public RankedSet<Gone> gone() {
        return gone;
    }

    /** A job is removed; its dependents are freed later if it has completed. */
    void removed(Job job, long lastNumber) {
        if (Standing.of(job) == Standing.COMPLETED && anyWithRule(job.id())) {
            gone.add(new Gone(job.id(), job.number(), lastNumber));
            settleLater(job.id());
        }
    }

    /** The dependents of the job are changed by later entries. */
    public void settleLater(JobId id) {
        unsettled.add(id);
    }

    /** A job whose dependents have to change; null if there is none. */
    public @Nullable JobId nextUnsettled() {
        return unsettled.first();
    }

    /** The dependents of the job have been changed. */
    public void settled(JobId id) {
        unsettled.remove(id);
        goneOf(id).forEach(gone::remove);
    }

    public void remove(Job job, JobId dependency) {
        of(rule(job)).remove(dependency, job);
    }

    public void enter(Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            fields.dependencies().forEach(dependency -> of(rule(job)).add(dependency, job));
        }
    }

    public void leave(Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields != null) {
            fields.dependencies().forEach(dependency -> of(rule(job)).remove(dependency, job));
        }
    }

    /** Notes in the index because of which dependency the job was cancelled. */
    public void enterCancelled(Job job) {
        JobId cause = job.flow().cancelledBy();
        if (cause != null) {
            cancelled.add(cause, job);
        }
    }

    public void leaveCancelled(Job job) {
        JobId cause = job.flow().cancelledBy();
        if (cause != null) {
            cancelled.remove(cause, job);
        }
    }

    /** A job that is no longer cancelled was brought back, by whatever command. Called while the job is being changed. */
    void forgetCause(Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields != null && fields.flow().cancelledBy() != null && job.state() != State.CANCELLED) {
            leaveCancelled(job);
            fields.flow(fields.flow().withCancelledBy(null));
        }
    }

    /** Whether the job's dependencies are kept for it: it has not ended, or comes back when one of them is retried. */
    static boolean keepsNeeds(Job job) {
        return !job.flow().needs().isEmpty()
                && (!job.state().ended() || job.flow().cancelledBy() != null);
    }

    /** Another job needs the given one. Returns whether it is the first that does. */
    boolean need(JobId id) {
        Integer before = needed.get(id);
        needed.put(id, before == null ? 1 : before + 1);
        return before == null;
    }

    /** A job no longer needs the given one. Returns whether none does any more. */
    boolean release(JobId id) {
        Integer before = needed.get(id);
        if (before == null) {
            throw new IllegalStateException("job " + id + " is not needed");
        }
        if (before == 1) {
            needed.remove(id);
        } else {
            needed.put(id, before - 1);
        }
        return before == 1;
    }

    /** Whether the job is kept because others need it. */
    public boolean isNeeded(JobId id) {
        return anyNeeded() && needed.contains(id);
    }

    /** Whether jobs are kept because others need them. */
    boolean anyNeeded() {
        return needed.size() > 0;
    }

    /**
     * The estimated memory of the keys; the places of the jobs are counted with the jobs. What jobs need that ask how their
     * dependencies end is counted with these jobs as well, whether or not they wait, so that they can come back when memory is
     * full.
     */
    public long sizeBytes() {
        return HeapBytes.MULTIMAP_KEY * indifferent.keyCount() + GONE_BYTES * gone.size();
    }

    public void clear() {
        indifferent.clear();
        affected.clear();
        patient.clear();
        cancelled.clear();
        needed.clear();
        unsettled.clear();
        gone.clear();
    }
}
