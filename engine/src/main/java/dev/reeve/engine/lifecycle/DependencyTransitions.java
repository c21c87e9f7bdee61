package dev.reeve.engine.lifecycle;

import dev.reeve.engine.Dependents;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.job.Dependency;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Obstacle;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.Standing;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.CallerClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the end of a job, and its return, mean to the jobs that depend on it. An entry changes a bounded number of them; later
 * entries change the others.
 */
public final class DependencyTransitions {
    /** As many dependencies of one job take about as long to look at as the change of a job. */
    private static final int DEPENDENCIES_PER_JOB = 64;

    /** How many dependencies are looked at to find one that failed. */
    private static final int LOOKS_FOR_OBSTACLE = 16;

    private final EngineState state;
    private final ArrayDeque<JobId> caused = new ArrayDeque<>();
    private boolean settling;

    public DependencyTransitions(EngineState state) {
        this.state = state;
    }

    private @Nullable Job find(JobId id) {
        return state.find(JobRef.of(id));
    }

    private static DependencyRule rule(Job job) {
        return job.options().ties().ifDependencyFails();
    }

    private @Nullable Standing standing(JobId id, Job dependent) {
        return state.dependents().standing(id, find(id), dependent);
    }

    /** The dependency; null if it is gone for the job. */
    private @Nullable Job find(JobId id, Job dependent) {
        Job found = find(id);
        return found == null || !Dependents.isThere(found, dependent) ? null : found;
    }

    /**
     * The job has ended, was removed or was retried: changes those that depend on it, as many as the entry may change. What
     * these lead to is done afterwards, not within, because chains of dependents may be long.
     */
    void settle(CallerClock clock, JobId id) {
        if (state.dependents().isEmpty() || state.dependents().nextUnsettled(id, find(id)) == null) {
            return;
        }
        state.dependents().settleLater(id);
        if (settling) {
            caused.add(id);
            return;
        }
        int work = state.changesLeft();
        int left = settle(clock, id, work);
        JobId next;
        while (left > 0 && (next = caused.poll()) != null) {
            left = settle(clockAtEnd(find(next)), next, left);
        }
        caused.clear();
        state.changed(work - left);
    }

    /** Changes dependents for which earlier entries had no time. */
    public void settleMore(int work) {
        int left = work;
        JobId id;
        while (left > 0 && (id = state.dependents().nextUnsettled()) != null) {
            left = settle(clockAtEnd(find(id)), id, left);
        }
        caused.clear();
    }

    /** Forgets ids at the head of the list whose dependents have been changed otherwise. */
    public void forgetSettled() {
        JobId id;
        while ((id = state.dependents().nextUnsettled()) != null
                && state.dependents().nextUnsettled(id, find(id)) == null) {
            state.dependents().settled(id);
        }
    }

    private CallerClock clockAtEnd(@Nullable Job job) {
        return job != null && job.polled() ? CallerClock.at(job.endedAtMicros()) : state.clockOr(null);
    }

    /** Returns how much of the work is left. */
    private int settle(CallerClock clock, JobId id, int work) {
        settling = true;
        int left = work;
        Job dependent = null;
        while (left > 0 && (dependent = state.dependents().nextUnsettled(id, find(id))) != null) {
            OptionalJobFields fields = OptionalJobFields.of(dependent);
            int many =
                    Math.max(fields.dependencies().size(), fields.flow().needs().size());
            left -= 1 + many / DEPENDENCIES_PER_JOB;
            settle(clock, id, dependent);
        }
        settling = false;
        if (state.dependents().nextUnsettled(id, find(id)) == null) {
            state.dependents().settled(id);
        }
        return Math.max(0, left);
    }

    private void settle(CallerClock clock, JobId id, Job dependent) {
        DependencyRule rule = rule(dependent);
        if (dependent.state() != State.DEPENDS) {
            revive(dependent);
        } else if (rule == DependencyRule.NONE
                || rule == DependencyRule.RUN
                || standing(id, dependent) == Standing.COMPLETED
                || !dependent.flow().needs().contains(id)) {
            state.edits().removeDependencies(clock, dependent, List.of(id), false);
        } else {
            state.ends().cancelFor(dependent, id);
        }
    }

    /** Brings back a job that was cancelled because of a dependency, unless another one stands in its way. */
    private void revive(Job job) {
        JobId failed = firstFailed(job);
        boolean hasQueue = state.queue(job.queue().name()) != null;
        if (failed == null && hasQueue) {
            state.placements().requeue(job, Math.max(job.startsAtMicros(), state.atMicros()), true);
            return;
        }
        state.beginChange(job);
        state.dependents().leaveCancelled(job);
        OptionalJobFields fields = OptionalJobFields.of(job);
        fields.flow(fields.flow().withCancelledBy(hasQueue ? failed : null));
        state.dependents().enterCancelled(job);
        state.endChange(job);
    }

    /** A dependency because of which the job has to be cancelled; null if there is none. */
    @Nullable
    JobId firstFailed(Job job) {
        DependencyRule rule = rule(job);
        for (JobId id : job.flow().needs()) {
            Standing standing = standing(id, job);
            boolean cancels = rule == DependencyRule.CANCEL
                    ? standing == null || standing.isFailure()
                    : rule == DependencyRule.WAIT && standing == null;
            if (cancels) {
                return id;
            }
        }
        return null;
    }

    /** Those of the dependencies of a new job that it has to wait for, or that have failed and concern it. */
    List<JobId> obstacles(Job job, List<JobId> needs, DependencyRule rule) {
        List<JobId> waits = new ArrayList<>();
        for (JobId id : needs) {
            Standing standing = standing(id, job);
            boolean failed = standing == null || standing.isFailure();
            if (failed ? rule != DependencyRule.RUN : standing == Standing.PENDING) {
                waits.add(id);
            }
        }
        return waits;
    }

    /** Those of the job's dependencies that have not ended; who retries a job does not ask how the others ended. */
    List<JobId> pendingNeeds(Job job) {
        return job.flow().needs().stream()
                .filter(id -> standing(id, job) == Standing.PENDING)
                .toList();
    }

    /** Has later entries look at dependencies that ended before the job came to depend on them. */
    void settleEnded(Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields == null || rule(job) == DependencyRule.NONE) {
            return;
        }
        for (JobId id : fields.dependencies()) {
            if (state.dependents().nextUnsettled(id, find(id)) != null) {
                state.dependents().settleLater(id);
            }
        }
    }

    /** Without duplicates. */
    static List<JobId> distinct(List<JobId> ids) {
        List<JobId> distinct = new ArrayList<>(ids.size());
        NonIterableMap<JobId, JobId> seen = new NonIterableMap<>();
        for (JobId id : ids) {
            if (seen.put(id, id) == null) {
                distinct.add(id);
            }
        }
        return distinct;
    }

    /** What the job learns of those that it depends on. */
    public List<Dependency> results(Job job, long mostBytes) {
        List<JobId> needs = job.flow().needs();
        if (needs.isEmpty()) {
            return List.of();
        }
        List<Dependency> all = new ArrayList<>(needs.size());
        long room = Math.min(mostBytes, Dependency.MOST_RESULT_BYTES);
        for (JobId id : needs) {
            Dependency one = Dependency.of(id, find(id, job), room);
            room -= one.result() == null ? 0 : one.resultBytes();
            all.add(one);
        }
        return all;
    }

    /** What the job waits for, or was cancelled because of; null if there is nothing. */
    public @Nullable Obstacle obstacle(Job job) {
        OptionalJobFields fields = job.optionalFields();
        if (fields == null) {
            return null;
        }
        JobId cause = fields.flow().cancelledBy();
        if (cause != null) {
            return obstacle(job, cause, 1);
        }
        List<JobId> waits = fields.dependencies();
        if (waits.isEmpty()) {
            return null;
        }
        for (JobId id : waits.subList(0, Math.min(LOOKS_FOR_OBSTACLE, waits.size()))) {
            Standing standing = standing(id, job);
            if (standing != null && standing.isFailure()) {
                return obstacle(job, id, waits.size());
            }
        }
        return obstacle(job, waits.get(0), waits.size());
    }

    private Obstacle obstacle(Job job, JobId id, int count) {
        return new Obstacle(id, Dependency.of(id, find(id, job), 0).state(), count);
    }
}
