package dev.reeve.engine.format;

import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.State;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.RecurringFormat;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.StatsFormat;
import dev.reeve.engine.queue.JobQueue;
import java.util.List;

/** Puts an engine together from the chunks of a snapshot, in the order in which they were written. */
public final class StateReader {
    private final EngineState store = new EngineState();
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
            if (ended || started == (record == StateWriter.HEADER)) {
                throw new FormatException("a snapshot record of kind " + record + " is out of place");
            }
            switch (record) {
                case StateWriter.HEADER -> readHeader(in);
                case StateWriter.QUEUE -> store.insert(readQueue(in));
                case StateWriter.QUEUE_STATE -> readQueueState(in);
                case StateWriter.OPTION -> store.config().set(in.getString(), in.getString());
                case StateWriter.WORKER -> store.workers().seen(in.getString(), in.getSigned());
                case StateWriter.TRACKED -> store.tracked().add(in.getJobId(), in.getSigned());
                case StateWriter.RECURRING -> readRecurring(in);
                case StateWriter.STATISTICS -> readStatistics(in);
                case StateWriter.JOB -> store.insert(JobFormat.read(in, store));
                case StateWriter.END -> readEnd(in);
                default -> throw new FormatException("snapshot record " + record + " is not known to this version");
            }
        }
    }

    private void readHeader(ByteSource in) {
        started = true;
        int format = in.getByte();
        if (format != StateWriter.FORMAT) {
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

    private void readQueueState(ByteSource in) {
        long number = in.getVarLong();
        JobQueue queue = store.queueByNumber(number);
        if (queue == null) {
            throw new FormatException("the snapshot has the state of a queue that it does not list: " + number);
        }
        queue.paused(in.getBoolean());
        store.list(queue, in.getSigned());
    }

    private void readRecurring(ByteSource in) {
        RecurringJob job = RecurringFormat.read(in);
        if (store.queue(job.queue()) == null) {
            throw new FormatException("the snapshot has a recurring job without its queue: " + job.id());
        }
        store.recurring().put(job);
    }

    private void readStatistics(ByteSource in) {
        DayStats stats = StatsFormat.read(in);
        JobQueue queue = store.queueByNumber(stats.queueNumber());
        if (queue == null || queue.deleted()) {
            throw new FormatException("the snapshot has statistics without their queue: " + stats.queueNumber());
        }
        store.statistics().restore(stats);
    }

    private void readEnd(ByteSource in) {
        ended = true;
        store.queues().page(0, store.queues().size()).forEach(this::checkDependencies);
        store.deletedQueues().page(0, store.deletedQueues().size()).forEach(this::checkDependencies);
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

    /** A job that waits for one that is not there would wait for ever. */
    private void checkDependencies(JobQueue queue) {
        RankedSet<Job> waiting = queue.in(State.DEPENDS);
        for (Job job : waiting.page(0, waiting.size())) {
            OptionalJobFields optionalFields = job.optionalFields();
            for (JobId id : optionalFields == null ? List.<JobId>of() : optionalFields.dependencies()) {
                Job other = store.find(JobRef.of(id));
                if (other == null || other.state() == State.COMPLETED) {
                    throw new FormatException("job " + job.number() + " of the snapshot waits for none: " + id);
                }
            }
        }
    }

    /** The number of jobs read so far. */
    public int jobCount() {
        return store.jobs().size();
    }

    public Engine engine() {
        if (!ended) {
            throw new FormatException("the snapshot ends before its end mark");
        }
        return new Engine(store);
    }
}
