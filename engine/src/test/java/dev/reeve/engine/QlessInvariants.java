package dev.reeve.engine;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.QlessState;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.Workers;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the indexes of tags, failures and dependents, and the records and indexes of {@link QlessState}. */
final class QlessInvariants {
    private QlessInvariants() {}

    static void check(EngineState state) {
        int failed = 0;
        for (Job job : state.jobs().page(0, Integer.MAX_VALUE)) {
            checkJob(state, job);
            failed += FailureGroups.failure(job) == null ? 0 : 1;
        }
        int filed = 0;
        for (String group : state.failures().groups(Integer.MAX_VALUE)) {
            RankedSet<Job> jobs = state.failures().in(group);
            require(jobs != null && !jobs.isEmpty(), "the group " + group + " is empty");
            filed += jobs == null ? 0 : jobs.size();
        }
        require(filed == failed, filed + " failures are filed, but " + failed + " jobs have one");
        for (JobQueue queue : state.queues().page(0, Integer.MAX_VALUE)) {
            boolean listed = state.listedQueues().page(0, Integer.MAX_VALUE).contains(queue);
            require(listed == (queue.knownAtMicros() != JobQueue.UNLISTED), queue.name() + " is listed wrongly");
        }
        if (state.qless().active()) {
            checkActive(state, state.qless());
        } else {
            checkInactive(state);
        }
    }

    private static void checkInactive(EngineState state) {
        for (Job job : state.jobs().page(0, Integer.MAX_VALUE)) {
            require(!job.onCallerClock(), "job " + job.number() + " is on a caller's clock, but qless is inactive");
            require(!QlessState.inHistory(job), "job " + job.number() + " is in the history, but qless is inactive");
        }
    }

    private static void checkActive(EngineState state, QlessState qless) {
        int completed = 0;
        for (Job job : state.jobs().page(0, Integer.MAX_VALUE)) {
            String name = "job " + job.number() + " (" + job.state() + ")";
            completed += QlessState.inHistory(job) ? 1 : 0;
            require(contains(qless.completedJobs(), job) == QlessState.inHistory(job), name + " is retained wrongly");
            String worker = Workers.holder(job);
            require(
                    worker == null || contains(qless.workers().jobsOf(worker), job),
                    name + " is missing from its worker's");
        }
        require(qless.completedJobs().size() == completed, "not all completed jobs are retained");
        for (RecurringJob recurring : qless.recurring().all().page(0, Integer.MAX_VALUE)) {
            RankedSet<RecurringJob> inQueue = qless.recurring().in(recurring.queue());
            require(state.queue(recurring.queue()) != null, "the queue of " + recurring.id() + " has gone");
            require(
                    inQueue != null && inQueue.page(0, Integer.MAX_VALUE).contains(recurring),
                    recurring.id() + " is not in its queue");
        }
        qless.statistics().all().page(0, Integer.MAX_VALUE).forEach(stats -> {
            JobQueue queue = state.queueByNumber(stats.queueNumber());
            require(queue != null && !queue.deleted(), "there are statistics of a queue that has gone");
        });
    }

    private static void checkJob(EngineState state, Job job) {
        String name = "job " + job.number() + " (" + job.state() + ")";
        OptionalJobFields optionalFields = job.optionalFields();
        require(!job.onCallerClock() || optionalFields != null, name + " is on a caller's clock, but has no history");
        require(!job.stalled() || job.state() == State.READY, name + " is stalled, but not ready");
        for (String tag : job.labels().tags()) {
            RankedSet<TagIndex.Tagged> tagged = state.tags().jobs(tag);
            require(
                    tagged != null && tagged.page(0, Integer.MAX_VALUE).contains(TagIndex.tagged(job, tag)),
                    name + " is missing from the tag " + tag);
        }
        Failure failure = FailureGroups.failure(job);
        require(
                failure == null || contains(state.failures().in(failure.group()), job),
                name + " is missing from its group of failures");
        List<JobId> dependencies = optionalFields == null ? List.of() : optionalFields.dependencies();
        require((job.state() == State.DEPENDS) == !dependencies.isEmpty(), name + " waits for " + dependencies);
        for (JobId dependency : dependencies) {
            require(
                    state.dependents().after(dependency, job.number() - 1, 1).equals(List.of(job)),
                    dependency + " does not know " + name);
            Job other = state.find(JobRef.of(dependency));
            boolean pending = other != null && !other.state().freesDependents();
            require(pending || state.dependents().nextUnfreed() != null, name + " waits for one that is done");
        }
        for (Job waiting : state.dependents().after(job.id(), 0, Integer.MAX_VALUE)) {
            OptionalJobFields its = waiting.optionalFields();
            require(its != null && its.dependencies().contains(job.id()), name + " is not waited for");
        }
    }

    private static boolean contains(@Nullable RankedSet<Job> jobs, Job job) {
        return jobs != null && jobs.page(0, Integer.MAX_VALUE).contains(job);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
