package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.NonIterableMap;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Leases the next ready jobs, each from one of the queues that have any, chosen uniformly at random. Its reply may be
 * empty.
 *
 * @param leaseMicros how long the leases last; 0 leaves it to the jobs
 */
public record Acquire(List<String> queues, @Nullable String worker, int count, long leaseMicros)
        implements Command<List<LeasedJob>> {
    public Acquire {
        queues = List.copyOf(queues);
        if (count < 0 || leaseMicros < 0) {
            throw new IllegalArgumentException("expected no negative number, but got " + count + ", " + leaseMicros);
        }
    }

    @Override
    public CommandType type() {
        return CommandType.ACQUIRE;
    }

    @Override
    public Outcome<List<LeasedJob>> apply(EngineState store) {
        List<JobQueue> candidates = candidates(store);
        SplittableRandom random = store.random();
        List<LeasedJob> acquired = new ArrayList<>(1);
        while (acquired.size() < count && !candidates.isEmpty()) {
            int chosen = candidates.size() == 1 ? 0 : random.nextInt(candidates.size());
            JobQueue queue = candidates.get(chosen);
            List<Job> next = store.next(queue);
            if (!next.isEmpty()) {
                acquired.add(lease(next.get(0), store));
            }
            if (next.isEmpty() || !store.hasReady(queue)) {
                candidates.remove(chosen);
            }
        }
        return Outcome.of(acquired);
    }

    private LeasedJob lease(Job job, EngineState store) {
        Lease lease = store.transitions().lease(job, worker, leaseMicros);
        return new LeasedJob(
                job.number(),
                job.id(),
                job.queue().name(),
                job.payload(),
                job.priority(),
                job.terms(),
                job.attempts(),
                lease);
    }

    /** The queues that have a ready job, each once however often it was named. */
    private List<JobQueue> candidates(EngineState store) {
        List<JobQueue> candidates = new ArrayList<>(1);
        NonIterableMap<String, JobQueue> seen = queues.size() == 1 ? null : new NonIterableMap<>();
        for (String name : queues) {
            JobQueue queue = store.queue(name);
            if (queue == null || !store.hasReady(queue)) {
                continue;
            }
            if (seen == null || seen.put(name, queue) == null) {
                candidates.add(queue);
            }
        }
        return candidates;
    }

    @Override
    public void write(ByteSink out) {
        out.putVarLong(queues.size());
        for (String queue : queues) {
            out.putString(queue);
        }
        out.putOptionalString(worker);
        out.putVarLong(count);
        out.putVarLong(leaseMicros);
    }

    public static Acquire read(ByteSource in) {
        int size = in.getCount(in.remaining());
        List<String> queues = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            queues.add(in.getString());
        }
        return new Acquire(queues, in.getOptionalString(), in.getCount(Integer.MAX_VALUE), in.getVarLong());
    }
}
