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
import dev.reeve.engine.job.HistoryEvent;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.qless.CallerClock;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Leases the next ready jobs. With several queues, the queue of each job is chosen uniformly at random among those with
 * ready jobs. Returns the leased jobs, possibly none.
 *
 * @param leaseMicros the duration of the leases; 0 for that of the job or its queue
 * @param clock the caller's clock; null for the server's. With a clock, the worker is added to the list of workers
 */
public record Acquire(
        List<String> queues,
        @Nullable String worker,
        int count,
        long leaseMicros,
        @Nullable CallerClock clock) implements Command<List<LeasedJob>> {
    /** More jobs than this are not leased at once, see {@link dev.reeve.engine.queue.ReplyLimit}. */
    private static final int MAX_COUNTED = 1 << 16;

    private static final int LONGEST_GROUP_PREFIX = "failed-retries-".length();

    public Acquire {
        queues = List.copyOf(queues);
        if (count < 0 || leaseMicros < 0) {
            throw new IllegalArgumentException("expected numbers of at least 0, but got " + count + ", " + leaseMicros);
        }
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
        return (leaseBytes() + lapseBytes(longest)) * Math.min(count, MAX_COUNTED);
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
        if (clock != null || worker != null) {
            return bytes + leaseBytes() * Math.min(wanted, state.readyCount(queue, now));
        }
        long noted = (long) lapsed + Math.min(wanted, state.qless().dueCount(queue, now));
        for (Job job : queue.ready().page(0, wanted)) {
            noted += job.optionalFields() == null ? 0 : 1;
        }
        return bytes + noted * HistoryEvent.OVERHEAD_BYTES;
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
        List<LeasedJob> leased = new ArrayList<>(1);
        if (queues.size() == 1) {
            JobQueue queue = state.queue(queues.get(0));
            if (queue != null) {
                leaseNext(queue, count, now, state, leased);
            }
        } else {
            leaseAtRandom(now, state, leased);
        }
        return Outcome.of(leased);
    }

    private boolean allPaused(EngineState state) {
        for (String name : queues) {
            JobQueue queue = state.queue(name);
            if (queue == null || !queue.paused()) {
                return false;
            }
        }
        return true;
    }

    private void leaseAtRandom(CallerClock now, EngineState state, List<LeasedJob> leased) {
        List<JobQueue> candidates = candidates(now, state);
        SplittableRandom random = state.random();
        while (leased.size() < count && !candidates.isEmpty()) {
            int chosen = candidates.size() == 1 ? 0 : random.nextInt(candidates.size());
            JobQueue queue = candidates.get(chosen);
            boolean found = leaseNext(queue, 1, now, state, leased);
            if (!found || !state.hasReady(queue, now.nowMicros())) {
                candidates.remove(chosen);
            }
        }
    }

    private boolean leaseNext(JobQueue queue, int limit, CallerClock now, EngineState state, List<LeasedJob> leased) {
        List<Job> next = state.next(queue, now, Math.min(limit, state.workLeft()));
        state.worked(next.size());
        for (Job job : next) {
            Lease lease = clock == null
                    ? state.leases().lease(job, worker, leaseMicros)
                    : state.qless().leases().lease(clock, job, worker, leaseMicros);
            leased.add(new LeasedJob(lease, state.view(job)));
        }
        return !next.isEmpty();
    }

    /** The queues with ready jobs, without duplicates. */
    private List<JobQueue> candidates(CallerClock now, EngineState state) {
        List<JobQueue> candidates = new ArrayList<>(queues.size());
        NonIterableMap<String, JobQueue> seen = new NonIterableMap<>();
        for (String name : queues) {
            JobQueue queue = state.queue(name);
            boolean ready = queue != null && state.hasReady(queue, now.nowMicros());
            if (queue != null && ready && seen.put(name, queue) == null) {
                candidates.add(queue);
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
    }

    public static Acquire read(ByteSource in) {
        return new Acquire(
                in.getList(ByteSource::getString),
                in.getOptionalString(),
                in.getCount(Integer.MAX_VALUE),
                in.getVarLong(),
                RefFormat.readClock(in));
    }
}
