package dev.reeve.engine;

import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.collection.RankedSetInvariants;
import dev.reeve.engine.job.Failure;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.CallerClockIndex;
import dev.reeve.engine.qless.QlessLists;
import dev.reeve.engine.qless.QlessQueue;
import dev.reeve.engine.qless.QlessState;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.Workers;
import dev.reeve.engine.queue.JobQueue;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks the indexes of tags, failures and dependents, and the records and indexes of {@link QlessState}. */
final class QlessInvariants {
    private QlessInvariants() {}

    static void check(EngineState state) {
        for (Job job : state.jobs().page(0, Integer.MAX_VALUE)) {
            checkJob(state, job);
        }
        if (state.qless().active()) {
            checkActive(state, state.qless());
        } else {
            checkInactive(state);
        }
    }

    private static void checkInactive(EngineState state) {
        for (Job job : state.jobs().page(0, Integer.MAX_VALUE)) {
            require(!job.polled(), "job " + job.number() + " is on a caller's clock, but qless is inactive");
        }
    }

    private static void checkActive(EngineState state, QlessState qless) {
        int completed = 0;
        int failed = 0;
        for (Job job : state.jobs().page(0, Integer.MAX_VALUE)) {
            String name = "job " + job.number() + " (" + job.state() + ")";
            completed += QlessState.inHistory(job) ? 1 : 0;
            require(contains(qless.completedJobs(), job) == QlessState.inHistory(job), name + " is retained wrongly");
            Failure failure = FailureGroups.failure(job);
            failed += failure == null ? 0 : 1;
            require(
                    failure == null || contains(state.failures().in(failure.group()), job),
                    name + " is missing from its group of failures");
            String worker = Workers.holder(job);
            require(
                    worker == null || contains(qless.workers().jobsOf(worker), job),
                    name + " is missing from its worker's");
        }
        require(qless.completedJobs().size() == completed, "not all completed jobs are retained");
        checkFailures(state, failed);
        checkQueues(state, qless);
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

    private static void checkFailures(EngineState state, int failed) {
        int filed = 0;
        for (String group : state.failures().groups(Integer.MAX_VALUE)) {
            RankedSet<Job> jobs = state.failures().in(group);
            require(jobs != null && !jobs.isEmpty(), "the group " + group + " is empty");
            filed += jobs == null ? 0 : jobs.size();
        }
        require(filed == failed, filed + " failures are filed, but " + failed + " jobs have one");
    }

    private static void checkQueues(EngineState state, QlessState qless) {
        List<JobQueue> listed = qless.listedQueues().page(0, Integer.MAX_VALUE);
        for (JobQueue queue : state.queues().page(0, Integer.MAX_VALUE)) {
            boolean lists = QlessQueue.listedAtMicros(queue) != QlessQueue.UNLISTED;
            require(listed.contains(queue) == lists, queue.name() + " is listed wrongly");
            checkPolled(queue);
        }
        listed.forEach(queue -> require(!queue.deleted(), queue.name() + " is deleted, but listed"));
        state.deletedQueues().page(0, Integer.MAX_VALUE).forEach(QlessInvariants::checkPolled);
    }

    private static void checkPolled(JobQueue queue) {
        CallerClockIndex index = QlessQueue.index(queue);
        checkPolled(queue.scheduled(), index.scheduled(), CallerClockIndex.BY_DUE_TIME);
        checkPolled(queue.leased(), index.leased(), CallerClockIndex.BY_LEASE_END);
    }

    private static void checkPolled(RankedSet<Job> all, RankedSet<Job> polled, Comparator<Job> order) {
        RankedSetInvariants.check(polled, order);
        List<Job> expected = all.page(0, all.size()).stream()
                .filter(Job::polled)
                .sorted(order)
                .toList();
        require(expected.equals(polled.page(0, polled.size())), "not all jobs on a caller's clock are indexed");
    }

    private static void checkJob(EngineState state, Job job) {
        String name = "job " + job.number() + " (" + job.state() + ")";
        OptionalJobFields optionalFields = job.optionalFields();
        boolean waits = job.state() == State.READY || job.state() == State.THROTTLED;
        require(!job.goesFirst() || waits, name + " is stalled, but does not wait");
        for (String tag : job.labels().tags()) {
            RankedSet<TagIndex.Tagged> tagged = state.tags().jobs(tag);
            require(
                    tagged != null && tagged.page(0, Integer.MAX_VALUE).contains(QlessLists.tagged(job, tag)),
                    name + " is missing from the tag " + tag);
        }
        List<JobId> dependencies = optionalFields == null ? List.of() : optionalFields.dependencies();
        require((job.state() == State.DEPENDS) == !dependencies.isEmpty(), name + " waits for " + dependencies);
        for (JobId dependency : dependencies) {
            require(
                    state.dependents().after(dependency, job.number() - 1, 1).equals(List.of(job)),
                    dependency + " does not know " + name);
            Job other = state.find(JobRef.of(dependency));
            boolean pending = state.dependents().nextUnsettled(dependency, other) == null;
            require(pending || state.dependents().nextUnsettled() != null, name + " waits for one that is done");
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
