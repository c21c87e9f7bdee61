package dev.reeve.engine.format;

import dev.reeve.engine.Store;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;

/**
 * Writes the state of one moment in slices, while the engine goes on. The walk goes by job number up to the last one
 * there was at the start. A job that the walk has not reached is written at once, just before its first change, so what
 * is written is always the job as it was at the start; the walk then passes over it. Only entities are written; indexes
 * are rebuilt by {@link SnapshotReader}.
 */
public final class SnapshotWriter {
    static final int FORMAT = 1;
    static final int HEADER = 1;
    static final int QUEUE = 2;
    static final int JOB = 3;
    static final int END = 4;

    private static final int PAGE = 256;
    private static final int CAPACITY = 96 * 1024;

    private final Store store;
    private final ByteSink out = new ByteSink(CAPACITY);
    private final int snapshotNumber;
    private final long lastNumber;
    private long walkedTo;
    private long written;
    private boolean ended;

    public SnapshotWriter(Store store) {
        this.store = store;
        this.lastNumber = store.lastNumber();
        this.snapshotNumber = store.snapshotStarts(this);
        writeHeader();
    }

    private void writeHeader() {
        out.putByte(HEADER);
        out.putByte(FORMAT);
        out.putVarLong(store.version());
        out.putVarLong(store.atMicros());
        out.putVarLong(store.lastNumber());
        out.putVarLong(store.lastToken());
        out.putVarLong(store.evictedJobs());
        for (JobQueue queue : store.queues().page(0, store.queues().size())) {
            out.putByte(QUEUE);
            out.putString(queue.name());
        }
    }

    /** Goes on until about so many bytes are waiting to be taken; true when the snapshot is complete. */
    public boolean step(int enoughBytes) {
        while (!ended && out.size() < enoughBytes) {
            List<Job> page = store.jobs().page(store.rankOf(walkedTo + 1), PAGE);
            int i = 0;
            while (i < page.size() && page.get(i).number() <= lastNumber && out.size() < enoughBytes) {
                Job job = page.get(i++);
                walkedTo = job.number();
                save(job);
            }
            if (page.isEmpty() || (i < page.size() && page.get(i).number() > lastNumber)) {
                end();
            }
        }
        return ended;
    }

    private void end() {
        out.putByte(END);
        out.putVarLong(written);
        ended = true;
        store.snapshotEnds();
    }

    /** Called by the store before it changes or removes the job. */
    public void beforeChange(Job job) {
        if (job.number() > walkedTo && job.number() <= lastNumber) {
            save(job);
        }
    }

    private void save(Job job) {
        if (job.savedIn() == snapshotNumber) {
            return;
        }
        job.savedIn(snapshotNumber);
        out.putByte(JOB);
        JobFormat.write(job, out);
        written++;
    }

    /** How many bytes are waiting to be taken. */
    public int waitingBytes() {
        return out.size();
    }

    /** What has been written since the last call: whole records, to be read back in the same order. */
    public byte[] take() {
        byte[] chunk = out.toByteArray();
        out.reset(CAPACITY);
        return chunk;
    }

    public void abandon() {
        ended = true;
        store.snapshotEnds();
    }
}
