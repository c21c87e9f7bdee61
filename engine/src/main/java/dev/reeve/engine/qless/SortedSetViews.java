package dev.reeve.engine.qless;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.TagIndex;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.SortedSetView.Member;
import dev.reeve.engine.queue.JobQueue;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The engine's lists as those who know qless from inside expect them: names with scores, times in seconds. */
public final class SortedSetViews {
    private static final double SECOND = 1e6;

    /** A priority outweighs any time: this many seconds come to one step of it. */
    private static final double SECONDS_OF_A_PRIORITY = 1e10;

    private final EngineState store;

    public SortedSetViews(EngineState store) {
        this.store = store;
    }

    /** Jobs that can be leased, the one to be leased next last. */
    public SortedSetView ready(String queue) {
        JobQueue found = store.queue(queue);
        return found == null
                ? SortedSetView.NONE
                : SortedSetView.descending(
                        found.ready(),
                        job -> new Member(job.id().toString(), readyScore(job)),
                        name -> find(name, in(found, State.READY)));
    }

    private static double readyScore(Job job) {
        return job.stalled()
                ? Double.POSITIVE_INFINITY
                : job.priority() - job.dueAtMicros() / SECOND / SECONDS_OF_A_PRIORITY;
    }

    public SortedSetView scheduled(String queue) {
        JobQueue found = store.queue(queue);
        return found == null
                ? SortedSetView.NONE
                : jobs(found.scheduled(), job -> job.dueAtMicros() / SECOND, in(found, State.SCHEDULED));
    }

    public SortedSetView leased(String queue) {
        JobQueue found = store.queue(queue);
        return found == null
                ? SortedSetView.NONE
                : jobs(found.leased(), job -> CallerClockIndex.leaseEnd(job) / SECOND, in(found, State.LEASED));
    }

    public SortedSetView depending(String queue) {
        JobQueue found = store.queue(queue);
        return found == null
                ? SortedSetView.NONE
                : jobs(found.in(State.DEPENDS), job -> job.dueAtMicros() / SECOND, in(found, State.DEPENDS));
    }

    public SortedSetView recurring(String queue) {
        RankedSet<RecurringJob> jobs = store.recurring().in(queue);
        return jobs == null
                ? SortedSetView.NONE
                : SortedSetView.ascending(
                        jobs, job -> new Member(job.id().toString(), job.nextMicros() / SECOND), name -> {
                            RecurringJob job = store.recurring().get(JobId.of(name));
                            return job != null && job.queue().equals(queue) ? job : null;
                        });
    }

    public SortedSetView queues() {
        return SortedSetView.ascending(
                store.listedQueues(), queue -> new Member(queue.name(), queue.knownAtMicros() / SECOND), name -> {
                    JobQueue queue = store.queue(name);
                    return queue != null && queue.knownAtMicros() != JobQueue.UNLISTED ? queue : null;
                });
    }

    public SortedSetView workers() {
        return SortedSetView.ascending(
                store.workers().all(),
                worker -> new Member(worker.name(), worker.seenMicros() / SECOND),
                store.workers()::get);
    }

    public SortedSetView jobsOfWorker(String worker) {
        RankedSet<Job> jobs = store.workers().jobsOf(worker);
        return jobs == null
                ? SortedSetView.NONE
                : jobs(jobs, job -> CallerClockIndex.leaseEnd(job) / SECOND, job -> worker.equals(Workers.holder(job)));
    }

    public SortedSetView tracked() {
        return SortedSetView.ascending(
                store.tracked().all(),
                track -> new Member(track.id().toString(), track.sinceMicros() / SECOND),
                name -> store.tracked().get(JobId.of(name)));
    }

    public SortedSetView completed() {
        return jobs(store.completedHistory().jobs(), job -> job.endedAtMicros() / SECOND, CompletedHistory::belongs);
    }

    public SortedSetView tagged(String tag) {
        RankedSet<TagIndex.Tagged> jobs = store.tags().jobs(tag);
        return jobs == null
                ? SortedSetView.NONE
                : SortedSetView.ascending(
                        jobs,
                        tagged -> new Member(tagged.job().id().toString(), tagged.addedMicros() / SECOND),
                        name -> TagIndex.tagged(store.find(JobRef.of(JobId.of(name))), tag));
    }

    /** All tags, each with the number of jobs that have it. */
    public SortedSetView tags() {
        return SortedSetView.descending(
                store.tags().uses(),
                use -> new Member(use.tag(), use.count()),
                name -> store.tags().use(name));
    }

    private SortedSetView jobs(RankedSet<Job> jobs, ToDoubleFunction<Job> score, Predicate<Job> belongs) {
        return SortedSetView.ascending(
                jobs, job -> new Member(job.id().toString(), score.applyAsDouble(job)), name -> find(name, belongs));
    }

    private @Nullable Job find(String name, Predicate<Job> belongs) {
        Job job = store.find(JobRef.of(JobId.of(name)));
        return job != null && belongs.test(job) ? job : null;
    }

    private static Predicate<Job> in(JobQueue queue, State state) {
        return job -> job.queue() == queue && queue.in(job.state()) == queue.in(state);
    }
}
