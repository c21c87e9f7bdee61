package dev.reeve.engine.format;

import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.Store;
import dev.reeve.engine.queue.JobQueue;

/** Puts an engine together from the chunks of a snapshot, in the order in which they were written. */
public final class SnapshotReader {
    private final Store store = new Store();
    private boolean started;
    private boolean ended;

    public void chunk(ByteSource in) {
        try {
            readRecords(in);
        } catch (IllegalArgumentException e) {
            throw new FormatException("a snapshot record cannot be understood: " + e.getMessage());
        }
    }

    private void readRecords(ByteSource in) {
        while (in.remaining() > 0) {
            int record = in.getByte();
            if (ended || started == (record == SnapshotWriter.HEADER)) {
                throw new FormatException("a snapshot record of kind " + record + " is out of place");
            }
            switch (record) {
                case SnapshotWriter.HEADER -> readHeader(in);
                case SnapshotWriter.QUEUE -> store.insert(readQueue(in));
                case SnapshotWriter.JOB -> store.insert(JobFormat.read(in, store));
                case SnapshotWriter.END -> readEnd(in);
                default -> throw new FormatException("snapshot record " + record + " is not known to this version");
            }
        }
    }

    private void readHeader(ByteSource in) {
        started = true;
        int format = in.getByte();
        if (format != SnapshotWriter.FORMAT) {
            throw new FormatException("snapshot format " + format + " is not known to this version of Reeve");
        }
        int version = in.getCount(Integer.MAX_VALUE);
        if (version > EngineVersion.CURRENT) {
            throw new FormatException("the snapshot was written by a newer Reeve (engine version " + version + ")");
        }
        store.version(version);
        store.restoreCounters(in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getVarLong());
        store.totals().read(in);
    }

    private JobQueue readQueue(ByteSource in) {
        JobQueue queue = new JobQueue(in.getVarLong(), in.getString());
        queue.deleted(in.getBoolean());
        queue.defaults(in.getBoolean() ? TermsFormat.read(in) : null);
        boolean known = !queue.deleted() && store.queue(queue.name()) != null;
        if (known || store.queueByNumber(queue.number()) != null || queue.number() > store.lastQueueNumber()) {
            throw new FormatException(
                    "the queue " + queue.number() + " of the snapshot is there twice or was never made");
        }
        return queue;
    }

    private void readEnd(ByteSource in) {
        ended = true;
        long written = in.getVarLong();
        if (written != store.jobs().size()) {
            throw new FormatException("the snapshot says it holds " + written + " jobs, but "
                    + store.jobs().size() + " were found");
        }
        for (JobQueue queue :
                store.deletedQueues().page(0, store.deletedQueues().size())) {
            if (queue.size() == 0) {
                throw new FormatException("the deleted queue " + queue.number() + " of the snapshot has no jobs");
            }
        }
    }

    public Engine engine() {
        if (!ended) {
            throw new FormatException("the snapshot ends before its end mark");
        }
        return new Engine(store);
    }
}
