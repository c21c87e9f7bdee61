package dev.reeve.engine;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.CompletedHistory;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.Workers;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What always holds between jobs and the indexes of tags, failures, dependents, workers and completed jobs. */
final class QlessInvariants {
    private QlessInvariants() {}

    static void check(EngineState store) {
        int failed = 0;
        int completedHistory = 0;
        for (Job job : store.jobs().page(0, Integer.MAX_VALUE)) {
            checkJob(store, job);
            failed += FailureGroups.failure(job) == null ? 0 : 1;
            completedHistory += CompletedHistory.belongs(job) ? 1 : 0;
        }
        int filed = 0;
        for (String group : store.failures().groups()) {
            RankedSet<Job> jobs = store.failures().in(group);
            require(jobs != null && !jobs.isEmpty(), "the group " + group + " is empty");
            filed += jobs == null ? 0 : jobs.size();
        }
        require(filed == failed, filed + " failures are filed, but " + failed + " jobs have one");
        require(store.completedHistory().jobs().size() == completedHistory, "not all completed jobs are retained");
        for (RecurringJob recurring : store.recurring().all().page(0, Integer.MAX_VALUE)) {
            RankedSet<RecurringJob> inQueue = store.recurring().in(recurring.queue());
            require(store.queue(recurring.queue()) != null, "the queue of " + recurring.id() + " has gone");
            require(
                    inQueue != null && inQueue.page(0, Integer.MAX_VALUE).contains(recurring),
                    recurring.id() + " is not in its queue");
        }
        for (JobQueue queue : store.queues().page(0, Integer.MAX_VALUE)) {
            boolean listed = store.listedQueues().page(0, Integer.MAX_VALUE).contains(queue);
            require(listed == (queue.knownAtMicros() != JobQueue.UNLISTED), queue.name() + " is listed wrongly");
        }
        store.statistics().all().page(0, Integer.MAX_VALUE).forEach(stats -> {
            JobQueue queue = store.queueByNumber(stats.queueNumber());
            require(queue != null && !queue.deleted(), "there are statistics of a queue that has gone");
        });
    }

    private static void checkJob(EngineState store, Job job) {
        String name = "job " + job.number() + " (" + job.state() + ")";
        OptionalJobFields optionalFields = job.optionalFields();
        require(!job.onCallerClock() || optionalFields != null, name + " is lazy, but has no story");
        require(!job.stalled() || job.state() == State.READY, name + " is stalled, but not ready");
        for (String tag : job.labels().tags()) {
            RankedSet<TagIndex.Tagged> tagged = store.tags().jobs(tag);
            require(
                    tagged != null && tagged.page(0, Integer.MAX_VALUE).contains(TagIndex.tagged(job, tag)),
                    name + " is missing from the tag " + tag);
        }
        Failure failure = FailureGroups.failure(job);
        require(
                failure == null || contains(store.failures().in(failure.group()), job),
                name + " is missing from its group of failures");
        require(
                contains(store.completedHistory().jobs(), job) == CompletedHistory.belongs(job),
                name + " is retained wrongly");
        String worker = Workers.holder(job);
        require(
                worker == null || contains(store.workers().jobsOf(worker), job),
                name + " is missing from its worker's");
        List<JobId> dependencies = optionalFields == null ? List.of() : optionalFields.dependencies();
        require((job.state() == State.DEPENDS) == !dependencies.isEmpty(), name + " waits for " + dependencies);
        for (JobId dependency : dependencies) {
            require(store.dependents().of(dependency).contains(job), dependency + " does not know " + name);
            Job other = store.find(JobRef.of(dependency));
            require(other != null && other.state() != State.COMPLETED, name + " waits for one that is done");
        }
        for (Job waiting : store.dependents().of(job.id())) {
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
