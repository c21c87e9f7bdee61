package dev.reeve.engine.batch;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All batches, with indexes by id, by the time at which they are forgotten, and of those whose jobs are being changed. */
public final class Batches {
    /** How many batches there may be. */
    public static final int MOST = 1_000_000;

    /** How many jobs a batch may have had. */
    public static final int MOST_JOBS = 1_000_000;

    /** How many queues a batch remembers. */
    public static final int MOST_QUEUES = 100;

    private static final Comparator<JobBatch> BY_ID = Comparator.comparing(JobBatch::id);
    private static final Comparator<JobBatch> BY_EXPIRY = Comparator.<JobBatch>comparingLong(
                    batch -> batch.known().expiresAtMicros())
            .thenComparing(JobBatch::id);

    private final NonIterableMap<String, JobBatch> byId = new NonIterableMap<>();
    private final RankedSet<JobBatch> all = new RankedSet<>(BY_ID);
    private final RankedSet<JobBatch> expiring = new RankedSet<>(BY_EXPIRY);
    private final RankedSet<JobBatch> sweeping = new RankedSet<>(BY_ID);
    private long bytes;

    public @Nullable JobBatch get(String id) {
        return byId.get(id);
    }

    /** The batch that the job belongs to; null if there is none, or it has been forgotten. */
    public @Nullable JobBatch of(Job job) {
        String name = job.options().ties().batch();
        JobBatch batch = name == null ? null : byId.get(name);
        return batch == null || job.number() <= batch.known().afterNumber() ? null : batch;
    }

    public RankedSet<JobBatch> all() {
        return all;
    }

    /** The batches whose ids follow the given one, by id. */
    public List<JobBatch> after(String id, int limit) {
        return all.page(all.rankOf(batch -> batch.id().compareTo(id) <= 0 ? -1 : 0), limit);
    }

    /** Adds a batch, whose jobs are then added one by one. */
    public JobBatch insert(BatchRecord known) {
        JobBatch batch = new JobBatch(known);
        if (byId.put(known.id(), batch) != null) {
            throw new IllegalArgumentException("batch " + known.id() + " is not unique");
        }
        all.add(batch);
        enter(batch);
        return batch;
    }

    /** Opens a batch without jobs. */
    public JobBatch open(
            String id, String fingerprint, long atMicros, long afterNumber, Callbacks callbacks, List<String> queues) {
        return insert(BatchRecord.opened(id, fingerprint, atMicros, afterNumber, callbacks, queues));
    }

    /** Forgets the batch. Its jobs stay. */
    public void remove(JobBatch batch) {
        leave(batch);
        byId.remove(batch.id());
        all.remove(batch);
        bytes -= HeapBytes.SLOT * batch.jobs().size();
    }

    void replace(JobBatch batch, BatchRecord known) {
        leave(batch);
        batch.known(known);
        enter(batch);
    }

    private void enter(JobBatch batch) {
        bytes += batch.known().sizeBytes();
        if (batch.known().expiresAtMicros() != DeadlineHeap.NEVER) {
            expiring.add(batch);
        }
        if (batch.known().sweep() != null) {
            sweeping.add(batch);
        }
    }

    private void leave(JobBatch batch) {
        bytes -= batch.known().sizeBytes();
        if (batch.known().expiresAtMicros() != DeadlineHeap.NEVER) {
            expiring.remove(batch);
        }
        if (batch.known().sweep() != null) {
            sweeping.remove(batch);
        }
    }

    /** Adds the job to its batch, if there is one. */
    public void enter(Job job) {
        JobBatch batch = of(job);
        if (batch != null && batch.jobs().add(job)) {
            bytes += HeapBytes.SLOT;
        }
    }

    /** Removes the job from its batch. */
    public void leave(Job job) {
        JobBatch batch = of(job);
        if (batch != null && batch.jobs().remove(job)) {
            bytes -= HeapBytes.SLOT;
        }
    }

    /** The next time at which a batch is forgotten. */
    public long nextMicros() {
        JobBatch first = expiring.first();
        return first == null ? DeadlineHeap.NEVER : first.known().expiresAtMicros();
    }

    /** A batch that has to be forgotten; null if there is none. */
    public @Nullable JobBatch due(long atMicros) {
        JobBatch first = expiring.first();
        return first != null && first.known().expiresAtMicros() <= atMicros ? first : null;
    }

    /** A batch whose jobs are being changed; null if there is none. */
    public @Nullable JobBatch nextSweeping() {
        return sweeping.first();
    }

    /** The estimated memory, with the places of jobs. */
    public long sizeBytes() {
        return bytes;
    }

    public void clear() {
        byId.clear();
        all.clear();
        expiring.clear();
        sweeping.clear();
        bytes = 0;
    }
}
