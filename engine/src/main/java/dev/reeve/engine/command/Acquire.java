package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.format.RefFormat;
import dev.reeve.engine.job.Dependency;
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.queue.QueueOrder;
import dev.reeve.engine.queue.ReplyLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Leases the next ready jobs. With several queues, the order says from which of those with ready jobs each job comes.
 * Returns the leased jobs, possibly none.
 *
 * @param leaseMicros the duration of the leases; 0 for that of the job or its queue
 * @param clock the caller's clock; null for the server's. With a clock, the worker is added to the list of workers
 * @param maxBytes the size of all jobs together, but for the first, which is leased whatever its size; 0 for the {@link
 *     ReplyLimit#USUAL} limit for one queue, and none for several
 */
public record Acquire(
        List<String> queues,
        @Nullable String worker,
        int count,
        long leaseMicros,
        @Nullable CallerClock clock,
        QueueOrder order,
        long maxBytes)
        implements Command<List<LeasedJob>> {
    /** More jobs than this are not leased at once, see {@link ReplyLimit}. */
    private static final int MAX_COUNTED = 1 << 16;

    /** The size of the results of dependencies that all jobs of a reply get. */
    private static final long MOST_RESULT_BYTES = 4L * 1024 * 1024;

    private static final int LONGEST_GROUP_PREFIX = "failed-retries-".length();

    public Acquire {
        queues = List.copyOf(queues);
        if (count < 0 || leaseMicros < 0 || maxBytes < 0) {
            throw new IllegalArgumentException(
                    "expected numbers of at least 0, but got " + count + ", " + leaseMicros + ", " + maxBytes);
        }
    }

    /** An acquire by the server's clock of many jobs. */
    public Acquire(
            List<String> queues,
            QueueOrder order,
            @Nullable String worker,
            int count,
            long leaseMicros,
            long maxBytes) {
        this(queues, worker, count, leaseMicros, null, order, maxBytes);
    }

    /** An acquire from queues in random order. */
    public Acquire(
            List<String> queues, @Nullable String worker, int count, long leaseMicros, @Nullable CallerClock clock) {
        this(queues, worker, count, leaseMicros, clock, QueueOrder.RANDOM, 0);
    }

    /** An acquire by the server's clock. */
    public Acquire(List<String> queues, @Nullable String worker, int count, long leaseMicros) {
        this(queues, worker, count, leaseMicros, null);
    }

    @Override
    public CommandType type() {
        return CommandType.ACQUIRE;
    }

    @Override
    public long growthBytes() {
        int longest = 0;
        for (String queue : queues) {
            longest = Math.max(longest, queue.length());
        }
        return (Job.MOST_UNCOUNTED_BYTES + leaseBytes() + lapseBytes(longest)) * Math.min(count, MAX_COUNTED);
    }

    @Override
    public long growthBytes(EngineState state) {
        long bytes = 0;
        for (String name : queues) {
            JobQueue queue = state.queue(name);
            bytes += queue == null ? 0 : growthBytes(state, queue);
        }
        return Math.min(bytes, growthBytes());
    }

    @Override
    public boolean usesReserve() {
        return true;
    }

    private long growthBytes(EngineState state, JobQueue queue) {
        int wanted = Math.min(count, MAX_COUNTED);
        long now = state.clockOr(clock).nowMicros();
        int lapsed = Math.min(wanted, state.qless().lapsedCount(queue, now));
        long bytes = lapsed * lapseBytes(queue.name().length());
        boolean notesAll = clock != null || worker != null;
        if (notesAll) {
            bytes += leaseBytes() * Math.min(wanted, state.readyCount(queue, now));
        }
        if (notesAll && !state.payloads().any()) {
            return bytes;
        }
        long noted = (long) lapsed + Math.min(wanted, state.qless().dueCount(queue, now));
        for (Job job : queue.ready().page(0, wanted)) {
            noted += job.optionalFields() == null ? 0 : 1;
            bytes += job.uncountedBytes();
        }
        return notesAll ? bytes : bytes + noted * HistoryEvent.OVERHEAD_BYTES;
    }

    /** What a lease adds to a job, which may have no history yet. */
    private long leaseBytes() {
        return HistoryEvent.OVERHEAD_BYTES
                + Growth.text(worker)
                + (worker == null ? 0 : Job.HELD_BYTES)
                + (clock == null ? 0 : Growth.HISTORY);
    }

    /** What a job gets whose lease has lapsed on a caller's clock, and which may have no retries left. */
    private static long lapseBytes(int nameLength) {
        return HistoryEvent.OVERHEAD_BYTES + Growth.failure(LONGEST_GROUP_PREFIX + nameLength);
    }

    @Override
    public Outcome<List<LeasedJob>> apply(EngineState state) {
        if (clock != null && worker != null && !allPaused(state)) {
            state.qless().administration().seen(clock, worker);
        }
        CallerClock now = state.clockOr(clock);
        Reply reply = new Reply();
        if (queues.size() == 1 || order.kind() == QueueOrder.Kind.LISTED) {
            for (String name : queues) {
                JobQueue queue = state.queue(name);
                if (queue != null && reply.leased.size() < count) {
                    leaseNext(queue, count - reply.leased.size(), now, state, reply);
                }
            }
        } else {
            leaseAtRandom(now, state, reply);
        }
        return Outcome.of(reply.leased);
    }

    /** The jobs leased so far, and their size where that is limited. */
    private static final class Reply {
        private final List<LeasedJob> leased = new ArrayList<>(1);
        private long bytes;
        private long resultBytes;
    }

    /** A queue to choose from. */
    private record Candidate(JobQueue queue, int weight) {}

    private boolean allPaused(EngineState state) {
        for (String name : queues) {
            JobQueue queue = state.queue(name);
            if (queue == null || !queue.paused()) {
                return false;
            }
        }
        return true;
    }

    private void leaseAtRandom(CallerClock now, EngineState state, Reply reply) {
        List<Candidate> candidates = candidates(now, state);
        SplittableRandom random = state.random();
        while (reply.leased.size() < count && !candidates.isEmpty()) {
            int chosen = candidates.size() == 1 ? 0 : choose(candidates, random);
            JobQueue queue = candidates.get(chosen).queue();
            boolean found = leaseNext(queue, 1, now, state, reply);
            if (!found || !state.hasReady(queue, now.nowMicros())) {
                candidates.remove(chosen);
            }
        }
    }

    private int choose(List<Candidate> candidates, SplittableRandom random) {
        if (order.kind() == QueueOrder.Kind.RANDOM) {
            return random.nextInt(candidates.size());
        }
        long total = 0;
        for (Candidate candidate : candidates) {
            total += candidate.weight();
        }
        long drawn = random.nextLong(total);
        int chosen = 0;
        while (drawn >= candidates.get(chosen).weight()) {
            drawn -= candidates.get(chosen).weight();
            chosen++;
        }
        return chosen;
    }

    private boolean leaseNext(JobQueue queue, int limit, CallerClock now, EngineState state, Reply reply) {
        ReplyLimit size = maxBytes == 0
                ? ReplyLimit.USUAL
                : new ReplyLimit(Math.max(0, maxBytes - reply.bytes), reply.leased.isEmpty());
        List<Job> next = state.next(queue, now, Math.min(limit, state.workLeft()), size);
        state.worked(next.size());
        for (Job job : next) {
            if (job.ties().limitKey() != null && !state.throttling().mayStart(job)) {
                continue;
            }
            Lease lease = clock == null
                    ? state.leases().lease(job, worker, leaseMicros)
                    : state.qless().leases().lease(clock, job, worker, leaseMicros);
            reply.leased.add(new LeasedJob(lease, state.view(job), dependencies(job, state, reply)));
            reply.bytes += maxBytes == 0 ? 0 : job.sizeBytes();
        }
        return !next.isEmpty();
    }

    private static List<Dependency> dependencies(Job job, EngineState state, Reply reply) {
        List<Dependency> all = state.dependencies().results(job, MOST_RESULT_BYTES - reply.resultBytes);
        for (Dependency one : all) {
            reply.resultBytes += one.result() == null ? 0 : one.resultBytes();
        }
        return all;
    }

    /** The queues with ready jobs, without duplicates. */
    private List<Candidate> candidates(CallerClock now, EngineState state) {
        List<Candidate> candidates = new ArrayList<>(queues.size());
        NonIterableMap<String, JobQueue> seen = new NonIterableMap<>();
        for (int i = 0; i < queues.size(); i++) {
            JobQueue queue = state.queue(queues.get(i));
            boolean ready = queue != null && state.hasReady(queue, now.nowMicros());
            if (queue != null && ready && seen.put(queue.name(), queue) == null) {
                candidates.add(new Candidate(queue, order.weight(i)));
            }
        }
        return candidates;
    }

    @Override
    public void write(ByteSink out) {
        out.putList(queues, ByteSink::putString);
        out.putOptionalString(worker);
        out.putVarLong(count);
        out.putVarLong(leaseMicros);
        RefFormat.write(clock, out);
        out.putByte(order.kind().code());
        if (order.kind() == QueueOrder.Kind.WEIGHTED) {
            out.putList(order.weights(), (to, weight) -> to.putVarLong(weight));
        }
        out.putVarLong(maxBytes);
    }

    public static Acquire read(ByteSource in) {
        return new Acquire(
                in.getList(ByteSource::getString),
                in.getOptionalString(),
                in.getCount(Integer.MAX_VALUE),
                in.getVarLong(),
                RefFormat.readClock(in),
                readOrder(in),
                in.getVarLong());
    }

    private static QueueOrder readOrder(ByteSource in) {
        return switch (QueueOrder.Kind.ofCode(in.getByte())) {
            case RANDOM -> QueueOrder.RANDOM;
            case LISTED -> QueueOrder.LISTED;
            case WEIGHTED -> QueueOrder.weighted(in.getList(from -> from.getCount(Integer.MAX_VALUE)));
        };
    }
}
