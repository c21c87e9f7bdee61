package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.TagIndex;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * What callers with their own clock can ask for. Lists are given in pages, none of which takes longer to find for being
 * far from the start. Nothing here changes anything.
 */
public final class QlessQueries {
    /** A job, and the number that all jobs are ordered by. */
    public record Numbered(long number, JobId id) {}

    /** A worker, how many jobs it has, and how many of those it has lost. */
    public record WorkerCounts(String name, int jobs, int stalled) {}

    /** The jobs of a worker, the lease that ends last first. */
    public record WorkerJobs(List<JobId> jobs, List<JobId> stalled) {}

    /** How far ahead a lease may end and still be believed. */
    private static final long FAR_MICROS = 8_640_000L * 1_000_000;

    private final EngineState state;

    public QlessQueries(EngineState state) {
        this.state = state;
    }

    /** The lists behind all this, with what decides their order. */
    public QlessLists lists() {
        return new QlessLists(state);
    }

    /** The jobs with that number and larger ones, by number. */
    public List<Numbered> jobsFrom(long number, int limit) {
        RankedSet<Job> jobs = state.jobs();
        int from = jobs.rankOf(job -> job.number() < number ? -1 : 0);
        return jobs.page(from, limit).stream()
                .map(job -> new Numbered(job.number(), job.id()))
                .toList();
    }

    /** The names of all queues, listed or not. */
    public List<String> queueNames() {
        RankedSet<JobQueue> all = state.queues();
        return all.page(0, all.size()).stream().map(JobQueue::name).toList();
    }

    public List<String> pausedQueues() {
        RankedSet<JobQueue> all = state.queues();
        return all.page(0, all.size()).stream()
                .filter(JobQueue::paused)
                .map(JobQueue::name)
                .toList();
    }

    /** All tags, the most used first. */
    public List<String> tags() {
        return state.tags().top(1, 0, Integer.MAX_VALUE);
    }

    /** The days of which there are statistics of the queue. */
    public List<Long> statsDays(String queue) {
        JobQueue found = state.queue(queue);
        return found == null ? List.of() : state.qless().statistics().days(found);
    }

    public List<JobId> allRecurring() {
        RankedSet<RecurringJob> all = state.qless().recurring().all();
        return all.page(0, all.size()).stream().map(RecurringJob::id).toList();
    }

    public @Nullable JobView job(JobId id) {
        Job job = state.find(JobRef.of(id));
        return job == null ? null : state.view(job);
    }

    public @Nullable RecurringJob recurring(JobId id) {
        return state.qless().recurring().get(id);
    }

    /** All listed queues, the first known first. */
    public List<QueueCounts> queues(long nowMicros) {
        RankedSet<JobQueue> listed = state.listedQueues();
        return listed.page(0, listed.size()).stream()
                .map(queue -> queue(queue.name(), nowMicros))
                .toList();
    }

    /** The queue at that moment; an unknown one is empty. Scheduled jobs that are due count as waiting. */
    public QueueCounts queue(String name, long nowMicros) {
        JobQueue queue = state.queue(name);
        if (queue == null) {
            return new QueueCounts(name, 0, 0, 0, 0, 0, 0, false);
        }
        CallerClockIndex index = queue.callerClockIndex();
        RankedSet<RecurringJob> recurring = state.qless().recurring().in(name);
        int due = index == null ? 0 : index.due(nowMicros);
        int stalled = index == null ? 0 : index.lapsed(nowMicros);
        return new QueueCounts(
                name,
                queue.ready().size() + due,
                queue.leased().size() - stalled,
                stalled,
                queue.scheduled().size() - due,
                queue.in(State.DEPENDS).size(),
                recurring == null ? 0 : recurring.size(),
                queue.paused());
    }

    /** Jobs that workers have, the lease that ends first first. */
    public List<JobId> running(String queue, long nowMicros, long offset, int limit) {
        JobQueue found = state.queue(queue);
        if (found == null) {
            return List.of();
        }
        CallerClockIndex index = found.callerClockIndex();
        boolean allOnCallerClock =
                index != null && index.leased().size() == found.leased().size();
        RankedSet<Job> leased = index != null && allOnCallerClock ? index.leased() : found.leased();
        int from = leased.rankOf(job -> CallerClockIndex.leaseEnd(job) < nowMicros ? -1 : 0);
        return ids(leased, from, leased.size(), offset, limit);
    }

    /** Jobs whose leases have lapsed, the first to do so first. */
    public List<JobId> stalled(String queue, long nowMicros, long offset, int limit) {
        JobQueue found = state.queue(queue);
        CallerClockIndex index = found == null ? null : found.callerClockIndex();
        return index == null ? List.of() : ids(index.leased(), 0, index.lapsed(nowMicros), offset, limit);
    }

    /** Jobs that wait for a time that is still to come. */
    public List<JobId> scheduled(String queue, long nowMicros, long offset, int limit) {
        JobQueue found = state.queue(queue);
        if (found == null) {
            return List.of();
        }
        CallerClockIndex index = found.callerClockIndex();
        boolean allOnCallerClock =
                index != null && index.scheduled().size() == found.scheduled().size();
        return index != null && allOnCallerClock
                ? ids(index.scheduled(), index.due(nowMicros), index.scheduled().size(), offset, limit)
                : ids(found.scheduled(), 0, found.scheduled().size(), offset, limit);
    }

    public List<JobId> depending(String queue, long offset, int limit) {
        JobQueue found = state.queue(queue);
        return found == null ? List.of() : ids(found.in(State.DEPENDS), offset, limit);
    }

    /** The recurring jobs of the queue, the next one due first. */
    public List<JobId> recurring(String queue, long offset, int limit) {
        RankedSet<RecurringJob> jobs = state.qless().recurring().in(queue);
        return jobs == null
                ? List.of()
                : jobs.page(offset, limit).stream().map(RecurringJob::id).toList();
    }

    /** Completed jobs, the latest first. */
    public List<JobId> completed(long offset, int limit) {
        RankedSet<Job> jobs = state.qless().completedHistory().jobs();
        return descending(jobs, 0, jobs.size(), offset, limit);
    }

    public List<String> failureGroups() {
        return state.failures().groups();
    }

    public int failedCount(String group) {
        RankedSet<Job> jobs = state.failures().in(group);
        return jobs == null ? 0 : jobs.size();
    }

    /** The jobs whose failure is filed there, the latest first. */
    public List<JobId> failed(String group, long offset, int limit) {
        RankedSet<Job> jobs = state.failures().in(group);
        return jobs == null ? List.of() : ids(jobs, offset, limit);
    }

    public int taggedCount(String tag) {
        RankedSet<TagIndex.Tagged> jobs = state.tags().jobs(tag);
        return jobs == null ? 0 : jobs.size();
    }

    /** The jobs that have the tag, the first tagged first. */
    public List<JobId> tagged(String tag, long offset, int limit) {
        RankedSet<TagIndex.Tagged> jobs = state.tags().jobs(tag);
        return jobs == null
                ? List.of()
                : jobs.page(offset, limit).stream()
                        .map(tagged -> tagged.job().id())
                        .toList();
    }

    /** Tags on at least so many jobs, the most used first. */
    public List<String> topTags(int atLeast, long offset, int limit) {
        return state.tags().top(atLeast, offset, limit);
    }

    /** The tracked jobs, whether they are still there or not, the first tracked first. */
    public List<JobId> tracked() {
        RankedSet<TrackedJobs.Track> all = state.qless().tracked().all();
        return all.page(0, all.size()).stream().map(TrackedJobs.Track::id).toList();
    }

    /** The workers that were seen not too long ago, the last seen first. */
    public List<WorkerCounts> workers(long nowMicros) {
        List<WorkerCounts> counts = new ArrayList<>();
        RankedSet<Workers.Worker> all = state.qless().workers().all();
        long since = tooOld(nowMicros);
        for (Workers.Worker worker : all.page(0, all.size())) {
            if (worker.seenMicros() > since) {
                RankedSet<Job> jobs = state.qless().workers().jobsOf(worker.name());
                int running = jobs == null
                        ? 0
                        : until(jobs, CallerClock.plus(nowMicros, FAR_MICROS)) - before(jobs, nowMicros);
                int stalled = jobs == null ? 0 : until(jobs, nowMicros);
                counts.add(new WorkerCounts(worker.name(), running, stalled));
            }
        }
        Collections.reverse(counts);
        return counts;
    }

    public WorkerJobs worker(String name, long nowMicros) {
        Workers.Worker worker = state.qless().workers().get(name);
        RankedSet<Job> jobs = state.qless().workers().jobsOf(name);
        if (jobs == null || (worker != null && worker.seenMicros() <= tooOld(nowMicros))) {
            return new WorkerJobs(List.of(), List.of());
        }
        int far = until(jobs, CallerClock.plus(nowMicros, FAR_MICROS));
        return new WorkerJobs(
                descending(jobs, before(jobs, nowMicros), far, 0, far),
                descending(jobs, 0, until(jobs, nowMicros), 0, jobs.size()));
    }

    private long tooOld(long nowMicros) {
        return CallerClock.plus(nowMicros, -state.qless().options().workerAgeMicros());
    }

    /** How many leases end at that moment or earlier. */
    private static int until(RankedSet<Job> jobs, long micros) {
        return jobs.rankOf(job -> CallerClockIndex.leaseEnd(job) <= micros ? -1 : 0);
    }

    private static int before(RankedSet<Job> jobs, long micros) {
        return jobs.rankOf(job -> CallerClockIndex.leaseEnd(job) < micros ? -1 : 0);
    }

    /** An option that was set; null if it was not. */
    public @Nullable String option(String name) {
        return state.qless().options().get(name);
    }

    public NavigableMap<String, String> options() {
        return state.qless().options().all();
    }

    /** What happened in the queue on that day. */
    public DayStats stats(String queue, long day) {
        JobQueue found = state.queue(queue);
        DayStats stats = found == null ? null : state.qless().statistics().get(found, day);
        return stats == null ? new DayStats(0, day, new DurationStatistics(), new DurationStatistics()) : stats.copy();
    }

    private static List<JobId> ids(RankedSet<Job> jobs, long offset, int limit) {
        return ids(jobs, 0, jobs.size(), offset, limit);
    }

    /** A page of the elements from one rank to before another. */
    private static List<JobId> ids(RankedSet<Job> jobs, int from, int to, long offset, int limit) {
        long most = Math.max(0, Math.min(limit, to - from - offset));
        return jobs.page(from + offset, (int) most).stream().map(Job::id).toList();
    }

    private static List<JobId> descending(RankedSet<Job> jobs, int from, int to, long offset, int limit) {
        long last = to - offset;
        long first = Math.max(from, last - limit);
        List<JobId> page = new ArrayList<>(ids(jobs, (int) first, (int) Math.max(first, last), 0, limit));
        Collections.reverse(page);
        return page;
    }
}
