package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.CommandType;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Store;
import dev.reeve.engine.format.ByteSink;
import dev.reeve.engine.format.ByteSource;
import dev.reeve.engine.job.Acquired;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Leases the next ready jobs, each from one of the queues that have any, chosen uniformly at random. Its reply may be
 * empty.
 *
 * @param leaseMicros how long the leases last; 0 leaves it to the jobs
 */
public record Acquire(List<String> queues, @Nullable String worker, int count, long leaseMicros)
        implements Command<List<Acquired>> {
    private static final int MOST_QUEUES = 1 << 16;

    @Override
    public CommandType type() {
        return CommandType.ACQUIRE;
    }

    @Override
    public Outcome<List<Acquired>> apply(Store store) {
        List<Acquired> acquired = new ArrayList<>(1);
        Job job;
        while (acquired.size() < count && (job = next(store)) != null) {
            Lease lease = store.lifecycle().lease(job, worker, leaseMicros);
            acquired.add(new Acquired(
                    job.number(),
                    job.id(),
                    job.queue().name(),
                    job.payload(),
                    job.priority(),
                    job.terms(),
                    job.attempts(),
                    lease));
        }
        return Outcome.of(acquired);
    }

    private @Nullable Job next(Store store) {
        if (queues.size() == 1) {
            JobQueue queue = store.queue(queues.get(0));
            return queue == null ? null : queue.ready().first();
        }
        List<JobQueue> candidates = new ArrayList<>();
        for (String name : queues) {
            JobQueue queue = store.queue(name);
            if (queue != null && !queue.ready().isEmpty() && !candidates.contains(queue)) {
                candidates.add(queue);
            }
        }
        if (candidates.isEmpty()) {
            return null;
        }
        int chosen = candidates.size() == 1 ? 0 : store.random().nextInt(candidates.size());
        return candidates.get(chosen).ready().first();
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
        int size = in.getCount(Math.min(MOST_QUEUES, in.remaining()));
        List<String> queues = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            queues.add(in.getString());
        }
        return new Acquire(queues, in.getOptionalString(), in.getCount(Integer.MAX_VALUE), in.getVarLong());
    }
}
