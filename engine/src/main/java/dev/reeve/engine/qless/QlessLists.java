package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.ReadRule;
import dev.reeve.engine.TagIndex;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The engine's lists, each row with its sort keys. The list of an unknown queue, worker or tag is empty. */
public final class QlessLists {
    private final EngineState state;
    private final ReadRule rule;

    QlessLists(EngineState state, ReadRule rule) {
        this.state = state;
        this.rule = rule;
    }

    /** Ready jobs, in the order of leasing. */
    public NamedRows<ReadyRow> ready(String queue) {
        rule.require(queue);
        JobQueue found = state.queue(queue);
        return found == null
                ? NamedRows.none()
                : NamedRows.of(
                        found.ready(),
                        job -> job.id().toString(),
                        job -> new ReadyRow(job.id(), job.priority(), job.dueAtMicros(), job.goesFirst()),
                        name -> find(name, in(found, State.READY)));
    }

    /** Jobs that wait for a due time, ordered by it. */
    public NamedRows<JobRow> scheduled(String queue) {
        rule.require(queue);
        JobQueue found = state.queue(queue);
        return found == null ? NamedRows.none() : jobs(found.scheduled(), Job::dueAtMicros, in(found, State.SCHEDULED));
    }

    /** Leased jobs, ordered by the end of the lease. */
    public NamedRows<JobRow> leased(String queue) {
        rule.require(queue);
        JobQueue found = state.queue(queue);
        return found == null ? NamedRows.none() : jobs(found.leased(), Job::leaseEndsAtMicros, in(found, State.LEASED));
    }

    /** Jobs that depend on others, ordered by due time. */
    public NamedRows<JobRow> depending(String queue) {
        rule.require(queue);
        JobQueue found = state.queue(queue);
        return found == null
                ? NamedRows.none()
                : jobs(found.in(State.DEPENDS), Job::dueAtMicros, in(found, State.DEPENDS));
    }

    /** Recurring jobs, ordered by due time. */
    public NamedRows<JobRow> recurring(String queue) {
        rule.require(queue);
        RankedSet<RecurringJob> jobs = state.qless().recurring().in(queue);
        return jobs == null
                ? NamedRows.none()
                : NamedRows.of(
                        jobs, job -> job.id().toString(), job -> new JobRow(job.id(), job.nextMicros()), name -> {
                            RecurringJob job = state.qless().recurring().get(JobId.of(name));
                            return job != null && job.queue().equals(queue) ? job : null;
                        });
    }

    /** Queues, ordered by the time as of which they are listed. */
    public NamedRows<NameRow> queues() {
        rule.requireAll();
        return NamedRows.of(
                state.qless().listedQueues(),
                JobQueue::name,
                queue -> new NameRow(queue.name(), QlessQueue.listedAtMicros(queue)),
                name -> {
                    JobQueue queue = state.queue(name);
                    return queue != null && QlessQueue.listedAtMicros(queue) != QlessQueue.UNLISTED ? queue : null;
                });
    }

    /** Workers, ordered by the time when they were last seen. */
    public NamedRows<NameRow> workers() {
        rule.requireAll();
        return NamedRows.of(
                state.qless().workers().seen().all(),
                TimedKeys.Timed::key,
                worker -> new NameRow(worker.key(), worker.micros()),
                state.qless().workers().seen()::get);
    }

    /** Jobs that the worker holds, ordered by the end of the lease. */
    public NamedRows<JobRow> jobsOfWorker(String worker) {
        rule.requireAll();
        RankedSet<Job> jobs = state.qless().workers().jobsOf(worker);
        return jobs == null
                ? NamedRows.none()
                : jobs(jobs, Job::leaseEndsAtMicros, job -> worker.equals(Workers.holder(job)));
    }

    /** Tracked jobs, ordered by the start of tracking. */
    public NamedRows<JobRow> tracked() {
        rule.requireAll();
        return NamedRows.of(
                state.qless().tracked().all(),
                job -> job.key().toString(),
                job -> new JobRow(job.key(), job.micros()),
                name -> state.qless().tracked().get(JobId.of(name)));
    }

    /** Completed jobs in the history, ordered by the time of completion. */
    public NamedRows<JobRow> completed() {
        rule.requireAll();
        return jobs(state.qless().completedJobs(), Job::endedAtMicros, QlessState::inHistory);
    }

    /** Jobs with the tag, ordered by the time of tagging. */
    public NamedRows<JobRow> tagged(String tag) {
        rule.requireAll();
        RankedSet<TagIndex.Tagged> jobs = state.tags().jobs(tag);
        return jobs == null
                ? NamedRows.none()
                : NamedRows.of(
                        jobs,
                        tagged -> tagged.job().id().toString(),
                        tagged -> new JobRow(tagged.job().id(), tagged.addedMicros()),
                        name -> tagged(state.find(JobRef.of(JobId.of(name))), tag));
    }

    /** The job's element in the index of the tag; null if it does not have the tag. */
    public static TagIndex.@Nullable Tagged tagged(@Nullable Job job, String tag) {
        int place = job == null ? -1 : job.labels().tags().indexOf(tag);
        return job == null || place < 0
                ? null
                : new TagIndex.Tagged(job, TagIndex.times(job).get(place));
    }

    /** All tags, the most used first. */
    public NamedRows<TagRow> tags() {
        rule.requireAll();
        return NamedRows.of(
                state.tags().uses(),
                use -> use.tag(),
                use -> new TagRow(use.tag(), use.count()),
                name -> state.tags().use(name));
    }

    private NamedRows<JobRow> jobs(RankedSet<Job> jobs, ToLongFunction<Job> micros, Predicate<Job> belongs) {
        return NamedRows.of(
                jobs,
                job -> job.id().toString(),
                job -> new JobRow(job.id(), micros.applyAsLong(job)),
                name -> find(name, belongs));
    }

    private @Nullable Job find(String name, Predicate<Job> belongs) {
        Job job = state.find(JobRef.of(JobId.of(name)));
        return job != null && belongs.test(job) ? job : null;
    }

    private static Predicate<Job> in(JobQueue queue, State state) {
        return job -> job.queue() == queue && queue.in(job.state()) == queue.in(state);
    }
}
