package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.TagIndex;
import dev.reeve.engine.collection.MappedList;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.JobView;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.TimedKeys.Timed;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * The queries of qless. Lists are returned in pages; the cost of a page does not depend on its offset. A query changes
 * nothing, except that it may activate {@link QlessState}.
 */
public final class QlessQueries {
    /** The number and id of a job, and whether it has a history, dependencies and dependents. */
    public record Numbered(long number, JobId id, boolean history, boolean dependencies, boolean dependents) {
        static Numbered of(Job job, EngineState state) {
            OptionalJobFields fields = job.optionalFields();
            return new Numbered(
                    job.number(),
                    job.id(),
                    fields == null || !fields.history().events().isEmpty(),
                    fields != null && !fields.dependencies().isEmpty(),
                    state.dependents().any(job.id()));
        }
    }

    /** A worker with the numbers of its running jobs and of its jobs with a lapsed lease. */
    public record WorkerCounts(String name, int jobs, int stalled) {}

    /** The jobs of a worker, by descending end of the lease. */
    public record WorkerJobs(List<JobId> jobs, List<JobId> stalled) {}

    /** The maximum time until the end of a lease for a job to be listed as running. */
    private static final long FAR_MICROS = 8_640_000L * 1_000_000;

    private final EngineState state;
    private final ReadRule rule;

    public QlessQueries(EngineState state) {
        this(state, ReadRule.ALL);
    }

    private QlessQueries(EngineState state, ReadRule rule) {
        this.state = state;
        this.rule = rule;
    }

    /**
     * The queries of a restricted reader. What names a queue or job is refused if the reader may not see it, lists of queues
     * leave out what it may not see, and other lists that span queues need the right to see all.
     */
    public QlessQueries restricted(ReadRule other) {
        return new QlessQueries(state, other);
    }

    /** The lists with their sort keys. */
    public QlessLists lists() {
        return new QlessLists(state, rule);
    }

    /** The jobs with that number or a larger one, ordered by number. */
    public List<Numbered> jobsFrom(long number, int limit) {
        rule.requireAll();
        return state.jobs().page(state.rankOf(number), limit).stream()
                .map(job -> Numbered.of(job, state))
                .toList();
    }

    /** The names of the first queues, including unlisted ones, ordered by name. */
    public List<String> queueNames(int limit) {
        return names(state.queues().page(0, limit));
    }

    /** The names of the queues that are listed, in the order of the list. */
    public List<String> listedQueues(int limit) {
        return names(state.qless().listedQueues().page(0, limit));
    }

    public List<String> pausedQueues(int limit) {
        return names(state.qless().pausedQueues().page(0, limit));
    }

    private List<String> names(List<JobQueue> queues) {
        return rule.allowsAll()
                ? new MappedList<>(queues, JobQueue::name)
                : queues.stream().map(JobQueue::name).filter(rule::allows).toList();
    }

    /** The most used tags. */
    public List<String> tags(int limit) {
        rule.requireAll();
        return topTags(1, 0, limit);
    }

    /** The jobs that depend on the given one and have a larger number. */
    public List<Numbered> dependents(JobId id, long afterNumber, int limit) {
        requireJob(id);
        return state.dependents().after(id, afterNumber, limit).stream()
                .map(job -> Numbered.of(job, state))
                .toList();
    }

    /** The ids of the first jobs that depend on the given one. */
    public List<JobId> dependents(JobId id, int limit) {
        requireJob(id);
        return state.dependents().after(id, 0, limit).stream().map(Job::id).toList();
    }

    /** Ends the query if the job is in a queue that the reader may not see. */
    private void requireJob(JobId id) {
        Job job = state.find(JobRef.of(id));
        if (job != null) {
            rule.require(job.queue().name());
        }
    }

    /** The days for which there are statistics of the queue. */
    public List<Long> statsDays(String queue) {
        rule.require(queue);
        JobQueue found = state.queue(queue);
        return found == null ? List.of() : state.qless().statistics().days(found);
    }

    public List<JobId> allRecurring(int limit) {
        rule.requireAll();
        return state.qless().recurring().all().page(0, limit).stream()
                .map(RecurringJob::id)
                .toList();
    }

    public @Nullable JobView job(JobId id) {
        Job job = state.find(JobRef.of(id));
        if (job == null) {
            return null;
        }
        rule.require(job.queue().name());
        return rule.shown(state.view(job));
    }

    public @Nullable RecurringJob recurring(JobId id) {
        RecurringJob job = state.qless().recurring().get(id);
        if (job == null) {
            return null;
        }
        rule.require(job.queue());
        return rule.showsPayloads(job.queue()) ? job : job.withoutPayload();
    }

    /**
     * The counts of the queue at that time; zero for an unknown queue. Scheduled jobs that are due count as waiting.
     */
    public QueueCounts queue(String name, long nowMicros) {
        rule.require(name);
        JobQueue queue = state.queue(name);
        if (queue == null) {
            return new QueueCounts(name, 0, 0, 0, 0, 0, 0, false);
        }
        CallerClockIndex index = QlessQueue.index(queue);
        RankedSet<RecurringJob> recurring = state.qless().recurring().in(name);
        int due = index.due(nowMicros);
        int stalled = index.lapsed(nowMicros);
        return new QueueCounts(
                name,
                queue.ready().size() + queue.in(State.THROTTLED).size() + due,
                queue.leased().size() - stalled,
                stalled,
                queue.scheduled().size() - due,
                queue.in(State.DEPENDS).size(),
                recurring == null ? 0 : recurring.size(),
                queue.paused());
    }

    /** The jobs whose leases have not lapsed, ordered by the end of the lease. */
    public List<JobId> running(String queue, long nowMicros, long offset, int limit) {
        rule.require(queue);
        JobQueue found = state.queue(queue);
        if (found == null) {
            return List.of();
        }
        CallerClockIndex index = QlessQueue.index(found);
        boolean allOnCallerClock = index.leased().size() == found.leased().size();
        RankedSet<Job> leased = allOnCallerClock ? index.leased() : found.leased();
        int from = leased.rankOf(job -> job.leaseEndsAtMicros() < nowMicros ? -1 : 0);
        return ids(leased, from, leased.size(), offset, limit);
    }

    /** The jobs whose leases have lapsed, ordered by the end of the lease. */
    public List<JobId> stalled(String queue, long nowMicros, long offset, int limit) {
        rule.require(queue);
        JobQueue found = state.queue(queue);
        CallerClockIndex index = found == null ? CallerClockIndex.EMPTY : QlessQueue.index(found);
        return ids(index.leased(), 0, index.lapsed(nowMicros), offset, limit);
    }

    /** The scheduled jobs that are not due yet. */
    public List<JobId> scheduled(String queue, long nowMicros, long offset, int limit) {
        rule.require(queue);
        JobQueue found = state.queue(queue);
        if (found == null) {
            return List.of();
        }
        CallerClockIndex index = QlessQueue.index(found);
        boolean allOnCallerClock = index.scheduled().size() == found.scheduled().size();
        return allOnCallerClock
                ? ids(index.scheduled(), index.due(nowMicros), index.scheduled().size(), offset, limit)
                : ids(found.scheduled(), 0, found.scheduled().size(), offset, limit);
    }

    public List<JobId> depending(String queue, long offset, int limit) {
        return ids(lists().depending(queue), offset, limit);
    }

    /** The recurring jobs of the queue, ordered by due time. */
    public List<JobId> recurring(String queue, long offset, int limit) {
        return ids(lists().recurring(queue), offset, limit);
    }

    /** The completed jobs in the history, the latest first. */
    public List<JobId> completed(long offset, int limit) {
        rule.requireAll();
        RankedSet<Job> jobs = state.qless().completedJobs();
        return descending(jobs, 0, jobs.size(), offset, limit);
    }

    public List<String> failureGroups(int limit) {
        rule.requireAll();
        return state.failures().groups(limit);
    }

    public int failedCount(String group) {
        rule.requireAll();
        RankedSet<Job> jobs = state.failures().in(group);
        return jobs == null ? 0 : jobs.size();
    }

    /** The jobs of the failure group, the latest failure first. */
    public List<JobId> failed(String group, long offset, int limit) {
        rule.requireAll();
        RankedSet<Job> jobs = state.failures().in(group);
        return jobs == null ? List.of() : ids(jobs, 0, jobs.size(), offset, limit);
    }

    public int taggedCount(String tag) {
        return lists().tagged(tag).ranked().size();
    }

    /** The jobs with the tag, ordered by the time of tagging. */
    public List<JobId> tagged(String tag, long offset, int limit) {
        return ids(lists().tagged(tag), offset, limit);
    }

    /** The tags with at least {@code atLeast} jobs, the most used first. */
    public List<String> topTags(int atLeast, long offset, int limit) {
        rule.requireAll();
        RankedSet<TagIndex.Use> uses = state.tags().uses();
        int count = uses.rankOf(use -> use.count() >= atLeast ? -1 : 0);
        int wanted = (int) Math.max(0, Math.min(limit, count - offset));
        return new MappedList<>(uses.page(offset, wanted), TagIndex.Use::tag);
    }

    /** The tracked ids, including those without a job, ordered by the start of tracking. */
    public List<JobId> tracked(int limit) {
        rule.requireAll();
        return new MappedList<>(state.qless().tracked().all().page(0, limit), Timed::key);
    }

    /** The names of the workers, the last seen first. */
    public List<String> workers(int limit) {
        rule.requireAll();
        RankedSet<Timed<String>> seen = state.qless().workers().seen().all();
        List<Timed<String>> last = seen.page(Math.max(0, seen.size() - limit), limit);
        Collections.reverse(last);
        return new MappedList<>(last, Timed::key);
    }

    /** The counts of the worker; null if it was not seen within the maximum age. */
    public @Nullable WorkerCounts workerCounts(String name, long nowMicros) {
        rule.requireAll();
        Timed<String> worker = state.qless().workers().seen().get(name);
        if (worker == null || worker.micros() <= oldestSeen(nowMicros)) {
            return null;
        }
        RankedSet<Job> jobs = state.qless().workers().jobsOf(name);
        int running = jobs == null ? 0 : until(jobs, CallerClock.plus(nowMicros, FAR_MICROS)) - before(jobs, nowMicros);
        return new WorkerCounts(name, running, jobs == null ? 0 : until(jobs, nowMicros));
    }

    /**
     * The jobs of the worker.
     *
     * @param limit how many jobs to list of each kind
     */
    public WorkerJobs worker(String name, long nowMicros, int limit) {
        rule.requireAll();
        Timed<String> worker = state.qless().workers().seen().get(name);
        RankedSet<Job> jobs = state.qless().workers().jobsOf(name);
        if (jobs == null || (worker != null && worker.micros() <= oldestSeen(nowMicros))) {
            return new WorkerJobs(List.of(), List.of());
        }
        int far = until(jobs, CallerClock.plus(nowMicros, FAR_MICROS));
        return new WorkerJobs(
                descending(jobs, before(jobs, nowMicros), far, 0, limit),
                descending(jobs, 0, until(jobs, nowMicros), 0, limit));
    }

    private long oldestSeen(long nowMicros) {
        return CallerClock.plus(nowMicros, -state.qless().options().workerAgeMicros());
    }

    /** The number of leases that end at that time or before. */
    private static int until(RankedSet<Job> jobs, long micros) {
        return jobs.rankOf(job -> job.leaseEndsAtMicros() <= micros ? -1 : 0);
    }

    private static int before(RankedSet<Job> jobs, long micros) {
        return jobs.rankOf(job -> job.leaseEndsAtMicros() < micros ? -1 : 0);
    }

    /** The value of an option; null if it is not set. */
    public @Nullable String option(String name) {
        return state.qless().options().get(name);
    }

    public NavigableMap<String, String> options() {
        return state.qless().options().all();
    }

    /** A copy of the statistics of the queue on that day. */
    public DayStats stats(String queue, long day) {
        rule.require(queue);
        JobQueue found = state.queue(queue);
        DayStats stats = found == null ? null : state.qless().statistics().get(found, day);
        return stats == null ? new DayStats(0, day, new DurationStatistics(), new DurationStatistics()) : stats.copy();
    }

    private static List<JobId> ids(NamedRows<JobRow> rows, long offset, int limit) {
        return rows.ranked().page(offset, limit).stream().map(JobRow::id).toList();
    }

    /** A page of the elements from rank {@code from} (inclusive) to {@code to} (exclusive). */
    private static List<JobId> ids(RankedSet<Job> jobs, int from, int to, long offset, int limit) {
        long size = Math.max(0, Math.min(limit, to - from - offset));
        return jobs.page(from + offset, (int) size).stream().map(Job::id).toList();
    }

    private static List<JobId> descending(RankedSet<Job> jobs, int from, int to, long offset, int limit) {
        long last = to - offset;
        long first = Math.max(from, last - limit);
        List<JobId> page = new ArrayList<>(ids(jobs, (int) first, (int) Math.max(first, last), 0, limit));
        Collections.reverse(page);
        return page;
    }
}
