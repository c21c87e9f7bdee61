package dev.reeve.engine;

import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.Ledger;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.RankedSet;
import dev.reeve.engine.queue.Recurring;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What always holds between jobs and the indexes of tags, failures, dependents, workers and completed jobs. */
final class QlessInvariants {
    private QlessInvariants() {}

    static void check(Store store) {
        int failed = 0;
        int retained = 0;
        for (Job job : store.jobs().page(0, Integer.MAX_VALUE)) {
            checkJob(store, job);
            failed += Failures.failure(job) == null ? 0 : 1;
            retained += Retained.belongs(job) ? 1 : 0;
        }
        int filed = 0;
        for (String group : store.failures().groups()) {
            RankedSet<Job> jobs = store.failures().in(group);
            require(jobs != null && !jobs.isEmpty(), "the group " + group + " is empty");
            filed += jobs == null ? 0 : jobs.size();
        }
        require(filed == failed, filed + " failures are filed, but " + failed + " jobs have one");
        require(store.retained().jobs().size() == retained, "not all completed jobs are retained");
        for (Recurring recurring : store.recurring().all().page(0, Integer.MAX_VALUE)) {
            RankedSet<Recurring> inQueue = store.recurring().in(recurring.queue());
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

    private static void checkJob(Store store, Job job) {
        String name = "job " + job.number() + " (" + job.state() + ")";
        Ledger ledger = job.ledger();
        require(!job.lazy() || ledger != null, name + " is lazy, but has no story");
        require(!job.stalled() || job.state() == State.READY, name + " is stalled, but not ready");
        for (String tag : job.extras().tags()) {
            RankedSet<Tags.Tagged> tagged = store.tags().jobs(tag);
            require(
                    tagged != null && tagged.page(0, Integer.MAX_VALUE).contains(Tags.tagged(job, tag)),
                    name + " is missing from the tag " + tag);
        }
        Failure failure = Failures.failure(job);
        require(
                failure == null || contains(store.failures().in(failure.group()), job),
                name + " is missing from its group of failures");
        require(contains(store.retained().jobs(), job) == Retained.belongs(job), name + " is retained wrongly");
        String worker = Workers.holder(job);
        require(
                worker == null || contains(store.workers().jobsOf(worker), job),
                name + " is missing from its worker's");
        List<JobId> dependencies = ledger == null ? List.of() : ledger.dependencies();
        require((job.state() == State.DEPENDS) == !dependencies.isEmpty(), name + " waits for " + dependencies);
        for (JobId dependency : dependencies) {
            require(store.dependents().of(dependency).contains(job), dependency + " does not know " + name);
            Job other = store.find(JobRef.of(dependency));
            require(other != null && other.state() != State.COMPLETED, name + " waits for one that is done");
        }
        for (Job waiting : store.dependents().of(job.id())) {
            Ledger its = waiting.ledger();
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
