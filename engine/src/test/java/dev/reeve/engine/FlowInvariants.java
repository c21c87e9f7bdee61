package dev.reeve.engine;

import dev.reeve.engine.batch.BatchCounts;
import dev.reeve.engine.batch.JobBatch;
import dev.reeve.engine.job.DependencyRule;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Standing;
import dev.reeve.engine.job.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks what holds of batches and of jobs that ask how their dependencies end, by looking at all jobs. */
final class FlowInvariants {
    private FlowInvariants() {}

    static void check(EngineState state, List<Job> jobs) {
        Map<JobId, Integer> needed = new HashMap<>();
        Map<JobBatch, Long> pending = new HashMap<>();
        Map<JobBatch, Integer> members = new HashMap<>();
        for (Job job : jobs) {
            checkJob(state, job);
            if (!job.state().ended() || job.flow().cancelledBy() != null) {
                job.flow().needs().forEach(id -> needed.merge(id, 1, Integer::sum));
            }
            JobBatch batch = state.batches().of(job);
            if (batch != null) {
                members.merge(batch, 1, Integer::sum);
                pending.merge(batch, Standing.of(job) == Standing.PENDING ? 1L : 0L, Long::sum);
            }
        }
        for (Job job : jobs) {
            require(
                    needed.containsKey(job.id()) == state.dependents().isNeeded(job.id()),
                    "job " + job.id() + " is needed by " + needed.get(job.id()));
        }
        for (JobBatch batch : state.batches().all().all()) {
            BatchCounts counts = batch.known().counts();
            require(counts.pending() == pending.getOrDefault(batch, 0L), "batch " + batch.id() + " has " + counts);
            require(
                    batch.jobs().size() == members.getOrDefault(batch, 0),
                    "batch " + batch.id() + " has " + batch.jobs().size() + " jobs");
            require(counts.total() >= batch.jobs().size(), "batch " + batch.id() + " has more jobs than " + counts);
        }
    }

    /** A job that asks how its dependencies end waits only for those that have not ended, or as its rule says. */
    private static void checkJob(EngineState state, Job job) {
        JobId cause = job.flow().cancelledBy();
        require(
                cause == null || job.state() == State.CANCELLED,
                "job " + job.id() + " was cancelled because of another");
        DependencyRule rule = job.options().ties().ifDependencyFails();
        if (state.dependents().nextUnsettled() != null) {
            return;
        }
        if (cause != null) {
            Standing standing = state.dependents().standing(cause, state.find(JobRef.of(cause)), job);
            require(
                    standing == null || standing.isFailure(),
                    "job " + job.id() + " stays cancelled, but " + cause + " has not failed");
        }
        if (job.state() != State.DEPENDS || rule == DependencyRule.NONE || job.optionalFields() == null) {
            return;
        }
        for (JobId id : job.optionalFields().dependencies()) {
            Job other = state.find(JobRef.of(id));
            Standing standing = state.dependents().standing(id, other, job);
            boolean mayWait = standing == Standing.PENDING
                    || (rule == DependencyRule.WAIT && standing != null && standing.isFailure());
            require(mayWait, "job " + job.id() + " waits for " + id + ", which is " + standing);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
