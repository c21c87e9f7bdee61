package dev.reeve.engine;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.JobTable;
import dev.reeve.engine.collection.PackedIds;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.PayloadBlock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of the state that are packed, see {@link JobBlock}. Which jobs are packed is no part of the state: no command says it, and no
 * decision depends on it.
 *
 * <p>Invariant: a packed job is in its queue's ready set and in the set by number as block and slot, in the table of packed ids, and in
 * no other index. The object that stands for it is the same until the next entry or query.
 */
final class PackedJobs {
    private static final Comparator<Job> BY_BLOCK = Comparator.<Job>comparingLong(
                    job -> job.queue().number())
            .thenComparingLong(Job::priority)
            .thenComparingLong(Job::number);

    private final StoredPayloads payloads;
    private final JobTable byId;
    private final RankedSet<Job> byNumber;
    private final DeadlineHeap deadlines;
    private final PackedIds ids = new PackedIds();
    private final JobBlock.Owner owner;
    /** The blocks of a snapshot whose jobs cannot be found by id yet. */
    private List<JobBlock> restored = new ArrayList<>();
    /** The jobs of a snapshot for which the table by id has no room. */
    private List<PackedIds.Slot> crowded = new ArrayList<>();

    private final Consumer<Job> beforeUnpacking;
    private final PriorityQueue<JobBlock> timed = new PriorityQueue<>(
            Comparator.comparingLong(JobBlock::deadlineMicros).thenComparingInt(JobBlock::number));

    /** @param beforeUnpacking is told of each job that becomes an object */
    PackedJobs(
            StoredPayloads payloads,
            JobTable byId,
            RankedSet<Job> byNumber,
            DeadlineHeap deadlines,
            Consumer<Job> beforeUnpacking) {
        this.beforeUnpacking = beforeUnpacking;
        this.payloads = payloads;
        this.owner = payloads.blocks();
        this.byId = byId;
        this.byNumber = byNumber;
        this.deadlines = deadlines;
    }

    int size() {
        return ids.size();
    }

    /** The job with that id, if it is packed. */
    @Nullable
    Job get(JobId id) {
        return ids.find(id, JobBlock::element);
    }

    /** Nobody refers to a job that is packed from an earlier step. */
    void forgetShown() {
        owner.forgetShown();
    }

    /**
     * Packs those of the jobs that can be. Nobody may refer to their objects.
     *
     * @param fewest fewer jobs than these are not worth a block
     */
    void pack(List<Job> jobs, int fewest) {
        List<Job> plain = new ArrayList<>();
        for (Job job : jobs) {
            if (JobBlock.mayHave(job)) {
                plain.add(job);
            }
        }
        plain.sort(BY_BLOCK);
        int from = 0;
        for (int to = 1; to <= plain.size(); to++) {
            boolean goesOn = to < plain.size()
                    && to - from < PayloadBlock.SLOTS
                    && JobBlock.mayHaveBoth(plain.get(from), plain.get(to));
            if (!goesOn) {
                packTogether(plain.subList(from, to), fewest);
                from = to;
            }
        }
    }

    private void packTogether(List<Job> neighbours, int fewest) {
        List<Job> jobs = new ArrayList<>(neighbours);
        ids.approach(jobs);
        jobs.removeIf(job -> !ids.hasRoom(job.longIdHash()));
        int number = ids.nextNumber();
        if (jobs.size() < fewest || number < 0) {
            return;
        }
        JobBlock block = new JobBlock(owner, jobs);
        block.number(number);
        ids.enter(block);
        boolean leafByNumber = byNumber.pack(jobs, block);
        boolean leafByLeasing = jobs.get(0).queue().ready().pack(jobs, block);
        block.leaves((leafByNumber ? 1 : 0) + (leafByLeasing ? 1 : 0));
        for (int slot = 0; slot < jobs.size(); slot++) {
            Job job = jobs.get(slot);
            byId.remove(job);
            deadlines.set(job, DeadlineHeap.NEVER);
            ids.add(block, slot);
            payloads.packed(job, block.element(slot));
        }
        owner.forgetShown();
        time(block);
    }

    private void time(JobBlock block) {
        if (block.deadlineMicros() != DeadlineHeap.NEVER) {
            timed.add(block);
        }
    }

    /** Whose the blocks of a snapshot are. Any thread. */
    JobBlock.Owner owner() {
        return owner;
    }

    /**
     * Adds the jobs of a block of a snapshot. They cannot be found by id before {@link #restored}.
     *
     * @return a job whose number another one has; null if all numbers differ
     */
    @Nullable
    Job restore(JobBlock block) {
        int number = ids.nextNumber();
        if (number < 0) {
            throw new IllegalArgumentException("there are too many blocks");
        }
        block.number(number);
        ids.enter(block);
        boolean isWhole = block.packedCount() == block.count();
        boolean leafByNumber = isWhole && byNumber.addLeaf(block, block.count());
        Job twice = leafByNumber ? null : addEach(byNumber, block);
        if (twice != null) {
            return twice;
        }
        RankedSet<Job> ready = block.queue().ready();
        boolean leafByLeasing = isWhole && block.isByCreation() && ready.addLeaf(block, block.count());
        if (!leafByLeasing) {
            addEach(ready, block);
        }
        // Jobs of another queue may still come between those of a block whose numbers have gaps.
        block.leaves((leafByNumber && block.hasAllNumbers() ? 1 : 0) + (leafByLeasing ? 1 : 0));
        payloads.entered(block);
        if (block.hasColumns()) {
            restored.add(block);
            block.awaitsIds(true);
        } else {
            twice = addIds(block);
        }
        owner.forgetShown();
        time(block);
        return twice;
    }

    /**
     * Adds the ids of a block of a snapshot whose columns are on disk, or are about to leave: later they would have to be read again.
     *
     * @return a job whose id another one has; null if all ids differ
     */
    @Nullable
    Job addIds(JobBlock block) {
        block.awaitsIds(false);
        for (int slot = 0; slot < block.count(); slot++) {
            Job twice = block.isPacked(slot) ? ids.addIfRoom(block, slot, crowded) : null;
            if (twice != null) {
                return twice;
            }
        }
        return null;
    }

    /** Returns the first job that the set has already. */
    private static @Nullable Job addEach(RankedSet<Job> set, JobBlock block) {
        for (int slot = 0; slot < block.count(); slot++) {
            if (!block.isPacked(slot)) {
                continue;
            }
            Job job = block.element(slot);
            if (!set.add(job)) {
                return job;
            }
            set.pack(job, block, slot);
        }
        return null;
    }

    /**
     * All jobs of a snapshot are there: now the packed ones can be found by id. Those for which the table has no room become objects.
     *
     * @return a job whose id another one has; null if all ids differ
     */
    @Nullable
    Job restored() {
        restored.removeIf(block -> !block.awaitsIds());
        restored.forEach(block -> block.awaitsIds(false));
        Job twice = ids.fill(restored, crowded);
        for (int i = 0; twice == null && i < crowded.size(); i++) {
            PackedIds.Slot of = crowded.get(i);
            Job job = of.block().element(of.slot());
            payloads.changes(job);
            twice = byId.get(job.id());
            becomesObject(job);
            job.queue().ready().unpack(job);
            payloads.changed(job);
        }
        restored = new ArrayList<>();
        crowded = new ArrayList<>();
        return twice;
    }

    /** The table by id. */
    PackedIds ids() {
        return ids;
    }

    /** Makes the object the job, which may then be changed. */
    void unpack(Job job) {
        unpackToLeave(job);
        job.queue().ready().unpack(job);
    }

    /** As {@link #unpack}, of a job that leaves its ready set next. */
    void unpackToLeave(Job job) {
        ids.remove(job.block(), job.slot());
        becomesObject(job);
    }

    private void becomesObject(Job job) {
        JobBlock block = job.block();
        beforeUnpacking.accept(job);
        block.unpacked(job.slot(), job);
        byNumber.unpack(job);
        byId.add(job);
        deadlines.set(job, job.expiresAtMicros());
        if (!block.anyPacked()) {
            ids.leave(block);
        }
    }

    /** The time at which jobs have to be unpacked, because one of them may expire. */
    long nextMicros() {
        JobBlock first;
        while ((first = timed.peek()) != null && !first.anyPacked()) {
            timed.poll();
        }
        return first == null ? DeadlineHeap.NEVER : first.deadlineMicros();
    }

    /** Unpacks the jobs that may be the next to expire, if that is due. */
    void unpackDue(long nowMicros) {
        while (nextMicros() <= Math.min(nowMicros, deadlines.nextMicros())) {
            JobBlock block = timed.remove();
            for (int slot = 0; slot < block.count(); slot++) {
                if (block.isPacked(slot)) {
                    Job job = block.element(slot);
                    payloads.changes(job);
                    unpack(job);
                    payloads.changed(job);
                }
            }
        }
    }

    void clear() {
        ids.clear();
        restored.clear();
        crowded.clear();
        timed.clear();
        owner.forgetShown();
    }
}
