package dev.reeve.engine;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.DeadlineHeapInvariants;
import dev.reeve.engine.collection.RankedSetInvariants;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.UniqueKey;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.JobQueueInvariants;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.webhook.Webhook;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Checks the invariants of {@link EngineState}: every job is in all indexes that belong to its state and in no other, its
 * next deadline is set, and the bytes add up. It visits every job, so it is for small states or rare calls.
 */
public final class EngineInvariants {
    private static final Comparator<Job> BY_NUMBER = Comparator.comparingLong(Job::number);

    private EngineInvariants() {}

    public static void check(Engine engine) {
        check(engine.state());
    }

    public static void check(EngineState state) {
        RankedSetInvariants.check(state.jobs(), BY_NUMBER);
        RankedSetInvariants.check(state.foreground(), BY_NUMBER);
        RankedSetInvariants.check(state.queues(), JobQueue.BY_NAME);
        DeadlineHeapInvariants.check(state.deadlines());
        List<Job> jobs = state.jobs().page(0, Integer.MAX_VALUE);
        long packed = jobs.stream().filter(Job::isPacked).count();
        checkColumns(state);
        require(state.packed().size() == packed, state.packed().size() + " jobs are packed, not " + packed);
        require(state.idCount() == jobs.size(), state.idCount() + " ids, but " + jobs.size() + " jobs");
        long bytes = 0;
        int foreground = 0;
        int timed = 0;
        for (Job job : jobs) {
            checkJob(state, job);
            bytes += job.sizeBytes();
            foreground += job.terms().foreground() ? 1 : 0;
            timed += job.deadlineIndex() >= 0 ? 1 : 0;
        }
        checkHeld(state, jobs);
        int indexed = 0;
        for (JobQueue queue : state.queues().page(0, Integer.MAX_VALUE)) {
            require(state.queue(queue.name()) == queue, "queue " + queue.name() + " is not found by its name");
            indexed += JobQueueInvariants.check(queue);
            bytes += queue.sizeBytes();
        }
        for (JobQueue queue : state.deletedQueues().page(0, Integer.MAX_VALUE)) {
            require(queue.deleted() && queue.size() > 0, "queue " + queue.number() + " lives on without jobs");
            indexed += JobQueueInvariants.check(queue);
            bytes += queue.sizeBytes();
        }
        require(indexed == jobs.size(), "queues hold " + indexed + " jobs, but there are " + jobs.size());
        for (State each : State.values()) {
            long in = jobs.stream().filter(job -> job.state() == each).count();
            require(state.jobCount(each) == in, state.jobCount(each) + " jobs counted as " + each + ", not " + in);
        }
        require(foreground == state.foreground().size(), "the foreground index holds other jobs");
        require(timed == state.deadlines().size(), "a job that has gone has a deadline");
        bytes += state.qless().sizeBytes() + state.purges().sizeBytes();
        bytes += state.webhooks().all().stream().mapToLong(Webhook::sizeBytes).sum();
        bytes += state.schedules().all().all().all().stream()
                .mapToLong(Schedule::sizeBytes)
                .sum();
        bytes += state.batches().sizeBytes();
        bytes += state.tags().sizeBytes()
                + state.failures().sizeBytes()
                + state.dependents().sizeBytes()
                + state.limits().sizeBytes();
        bytes += Stream.concat(
                        jobs.stream().map(Job::terms),
                        Stream.of(state.queues(), state.deletedQueues())
                                .flatMap(queues -> queues.all().stream())
                                .map(JobQueue::defaults)
                                .filter(Objects::nonNull))
                .distinct()
                .mapToLong(TermsPool::sizeBytes)
                .sum();
        QlessInvariants.check(state);
        FlowInvariants.check(state, jobs);
        LimitInvariants.check(state);
        UniqueInvariants.check(state);
        require(bytes == state.liveBytes(), "live bytes are " + state.liveBytes() + ", but the sum is " + bytes);
    }

    /** What is absent is counted, and could be read. */
    private static void checkColumns(EngineState state) {
        long absentBytes = 0;
        for (int number = 0; number < state.packed().ids().endOfNumbers(); number++) {
            JobBlock block = state.packed().ids().withNumber(number);
            if (block != null && !block.hasColumns()) {
                require(block.isOnDisk(), "block " + number + " has its columns nowhere");
                absentBytes += HeapBytes.array(block.placeOfColumns().length());
            }
        }
        long counted = state.payloads().blocks().absentBytes();
        require(counted == absentBytes, counted + " bytes of columns are absent, not " + absentBytes);
    }

    private static void checkJob(EngineState state, Job job) {
        String name = "job " + job.number() + " (" + job.state() + ")";
        require(state.find(JobRef.of(job.id())) == job, name + " is not found by its id");
        require(state.find(JobRef.of(job.number())) == job, name + " is not found by its number");
        require(state.queueByNumber(job.queue().number()) == job.queue(), name + " is in a queue of its own");
        require(job.number() > 0 && job.number() <= state.lastNumber(), name + " has a number never given");
        require(job.attempts() >= 0 && job.fails() >= 0 && job.retriesUsed() >= 0, name + " has a negative count");
        require(job.state() != State.LEASED || job.lease() != null, name + " has no lease");
        require(
                job.lease() == null || job.lease().token() <= state.lastToken(),
                name + " has a token that was never given");
        require(
                job.options().cancelRequest() == null
                        || job.state() == State.LEASED
                        || job.state().ended(),
                name + " is to be cancelled, but waits");
        require(
                !job.terms().foreground() || !job.state().ended(),
                name + " is in the foreground and still there after its end");
        if (job.isPacked()) {
            require(job.aheadBytes() > 0 && job.state() == State.READY, name + " is packed, but not plain");
            require(state.packed().nextMicros() <= nextMoment(state, job), name + " may expire before it is unpacked");
        } else {
            require(
                    DeadlineHeapInvariants.timeOf(state.deadlines(), job) == nextMoment(state, job),
                    name + " has another deadline than " + nextMoment(state, job));
        }
    }

    /** The next moment of a job, said once more in other words than the engine's. */
    private static long nextMoment(EngineState state, Job job) {
        long next = DeadlineHeap.after(job.startsAtMicros(), job.terms().ttlMicros());
        if (job.state().ended()) {
            boolean returns = job.flow().cancelledBy() != null;
            long keep = job.terms().keep().micros(returns ? State.FAILED : job.state());
            UniqueKey unique = job.options().ties().unique();
            long held = unique == null || unique.forMicros() == 0
                    ? 0
                    : DeadlineHeap.after(job.createdAtMicros(), unique.forMicros());
            long kept = DeadlineHeap.after(job.endedAtMicros(), keep);
            return state.dependents().isNeeded(job.id()) ? DeadlineHeap.NEVER : Math.min(next, Math.max(kept, held));
        }
        if (job.state() == State.LEASED) {
            long lapses = job.lease() == null ? DeadlineHeap.NEVER : job.lease().deadlineMicros();
            return job.polled() ? next : Math.min(next, lapses);
        }
        if (job.terms().foreground()) {
            next = Math.min(
                    next, DeadlineHeap.after(job.startsAtMicros(), job.terms().waitMicros()));
        }
        boolean waits = job.state() == State.SCHEDULED || job.state() == State.RETRYING;
        return waits && !job.polled() ? Math.min(next, job.dueAtMicros()) : next;
    }

    private static void checkHeld(EngineState state, List<Job> jobs) {
        Map<String, Integer> held = new HashMap<>();
        for (Job job : jobs) {
            String worker = job.heldBy();
            if (worker != null) {
                held.merge(worker, 1, Integer::sum);
            }
        }
        held.forEach((worker, count) ->
                require(state.held().count(worker) == count, "other jobs are held by " + worker + " than counted"));
        require(held.size() == state.held().workers(), "workers are counted that hold no job");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
