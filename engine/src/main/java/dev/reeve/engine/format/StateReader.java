package dev.reeve.engine.format;

import dev.reeve.engine.Dependents.Gone;
import dev.reeve.engine.Engine;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.EngineVersion;
import dev.reeve.engine.PayloadMoves;
import dev.reeve.engine.Purges.Purge;
import dev.reeve.engine.batch.BatchCounts;
import dev.reeve.engine.batch.BatchRecord;
import dev.reeve.engine.batch.JobBatch;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.format.StateWriter.QueueLimit;
import dev.reeve.engine.job.ColumnSource;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.PayloadBlock;
import dev.reeve.engine.job.Standing;
import dev.reeve.engine.job.State;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.limit.KeyLimits.KeyRecord;
import dev.reeve.engine.limit.KeyLimits.Visits;
import dev.reeve.engine.limit.LimitKey;
import dev.reeve.engine.limit.LimitTable;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.webhook.Webhook;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Restores an engine from the chunks of a snapshot, in the order in which they were written. After the first job there are jobs
 * only, up to the end: from then on chunks may be decoded by other threads ahead of their turn.
 */
public final class StateReader {
    private final EngineState state = new EngineState();
    private final List<KeyRecord> keys = new ArrayList<>();
    private final PayloadMoves payloadMoves = new PayloadMoves(state);
    private long liveBytes;
    private boolean started;
    private boolean readsJobs;
    private boolean ended;

    /** Sets who reads the columns of blocks that are on disk only. Called first. */
    public void columns(ColumnSource source) {
        state.blockOwner().source(source);
    }

    /** The jobs and blocks at the beginning of a chunk, in no index yet, and the rest of the chunk. */
    public record Decoded(List<Job> jobs, List<JobBlock> blocks, ByteSource rest) {
        private boolean isEmpty() {
            return jobs.isEmpty() && blocks.isEmpty();
        }
    }

    public void chunk(ByteSource in) {
        if (readsJobs) {
            accept(decode(in));
        } else {
            read(in);
        }
    }

    /** Whether there was a job, so that chunks may be decoded. */
    public boolean readsJobs() {
        return readsJobs;
    }

    /** Decodes the jobs at the beginning of a chunk. Any thread, also while other chunks are accepted. */
    public Decoded decode(ByteSource in) {
        Decoded decoded = new Decoded(new ArrayList<>(), new ArrayList<>(), in);
        PayloadBlock.Writer stored = new PayloadBlock.Writer();
        Terms before = null;
        try {
            while (true) {
                if (in.skipIf(StateWriter.JOB)) {
                    Job job = JobFormat.read(in, before, state, stored);
                    before = job.terms();
                    decoded.jobs.add(job);
                } else if (in.skipIf(StateWriter.BLOCK)) {
                    JobBlock block = BlockFormat.read(in, before, state);
                    before = block.terms();
                    decoded.blocks.add(block);
                } else if (in.skipIf(StateWriter.BLOCK_ON_DISK)) {
                    JobBlock block = BlockFormat.readOnDisk(in, before, state);
                    before = block.terms();
                    decoded.blocks.add(block);
                } else {
                    break;
                }
            }
        } catch (IllegalArgumentException e) {
            throw new FormatException("a snapshot record cannot be decoded: " + e.getMessage());
        }
        stored.end();
        return decoded;
    }

    /** Inserts the jobs of a chunk, and reads the rest of it. Called in the order of the chunks. */
    public void accept(Decoded chunk) {
        if (ended && !chunk.isEmpty()) {
            throw new FormatException("the snapshot has jobs after its end");
        }
        restore(chunk);
        read(chunk.rest());
    }

    private void restore(Decoded chunk) {
        restoring(() -> {
            for (JobBlock block : chunk.blocks()) {
                block.terms(state.shared(block.terms()));
                state.restore(block);
            }
            Terms decoded = null;
            Terms shared = null;
            for (Job job : chunk.jobs()) {
                if (shared == null || !Objects.equals(job.terms(), decoded)) {
                    decoded = job.terms();
                    shared = state.shared(decoded);
                }
                job.terms(shared);
                state.restore(job);
            }
            state.pack(chunk.jobs(), PayloadMoves.WORTH_PACKING);
        });
    }

    /** Jobs that contradict each other violate what the indexes rely on. */
    private static void restoring(Runnable step) {
        try {
            step.run();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new FormatException("a job of the snapshot cannot be restored: " + e.getMessage());
        }
    }

    private void read(ByteSource in) {
        try {
            readRecords(in);
        } catch (IllegalArgumentException e) {
            throw new FormatException("a snapshot record cannot be decoded: " + e.getMessage());
        }
    }

    private void readRecords(ByteSource in) {
        while (in.remaining() > 0) {
            if (started
                    && !ended
                    && (in.isNext(StateWriter.JOB)
                            || in.isNext(StateWriter.BLOCK)
                            || in.isNext(StateWriter.BLOCK_ON_DISK))) {
                readsJobs = true;
                restore(decode(in));
                continue;
            }
            int record = in.getByte();
            boolean late = readsJobs && record != StateWriter.END;
            if (ended || late || started == (record == StateWriter.HEADER)) {
                throw new FormatException("a snapshot record of type " + record + " is at the wrong place");
            }
            switch (record) {
                case StateWriter.HEADER -> readHeader(in);
                case StateWriter.QUEUE -> state.insert(readQueue(in));
                case StateWriter.LISTED_QUEUE -> readListing(in);
                case StateWriter.OPTION -> state.qless().options().set(in.getString(), in.getString());
                case StateWriter.WORKER -> state.qless().workers().seen().put(in.getString(), in.getSigned());
                case StateWriter.TRACKED -> state.qless().tracked().put(in.getJobId(), in.getSigned());
                case StateWriter.RECURRING -> readRecurring(in);
                case StateWriter.STATISTICS -> readStatistics(in);
                case StateWriter.DELIVERIES -> state.deliveries().read(in, state.lastToken());
                case StateWriter.MEMBER_DUTIES -> state.duties().read(in, state.lastToken(), state.lastNumber());
                case StateWriter.PURGE -> readPurge(in);
                case StateWriter.SCHEDULE -> readSchedule(in);
                case StateWriter.BATCH -> readBatch(in);
                case StateWriter.DEAD_LETTER -> readDeadLetter(in);
                case StateWriter.WEBHOOK ->
                    state.webhooks().restore(RecordFormat.of(Webhook.class).read(in));
                case StateWriter.WEBHOOK_COUNTERS -> state.webhooks().restoreCounters(in.getVarLong(), in.getVarLong());
                case StateWriter.LIMIT -> readLimit(in);
                case StateWriter.LIMIT_KEY ->
                    keys.add(RecordFormat.of(KeyRecord.class).read(in));
                case StateWriter.LIMIT_VISITS ->
                    state.limits().restore(RecordFormat.of(Visits.class).read(in));
                case StateWriter.QUEUE_LIMIT -> readQueueLimit(in);
                case StateWriter.GONE -> readGone(in);
                case StateWriter.END -> readEnd(in);
                default -> throw new FormatException("snapshot record " + record + " is not known to this version");
            }
        }
    }

    private void readHeader(ByteSource in) {
        started = true;
        int format = in.getByte();
        if (format < StateWriter.OLDEST_FORMAT || format > StateWriter.FORMAT) {
            throw new FormatException("snapshot format " + format + " is not known to this version of Reeve");
        }
        int version = in.getCount(Integer.MAX_VALUE);
        if (version > EngineVersion.CURRENT) {
            throw new FormatException("the snapshot was written by a newer Reeve (engine version " + version + ")");
        }
        state.version(version);
        state.restoreCounters(in.getVarLong(), in.getVarLong(), in.getVarLong(), in.getVarLong());
        state.memoryLimitBytes(in.getVarLong());
        liveBytes = in.getVarLong();
        state.totals().read(in);
    }

    private JobQueue readQueue(ByteSource in) {
        JobQueue queue = new JobQueue(in.getVarLong(), in.getString());
        queue.deleted(in.getBoolean());
        queue.paused(in.getBoolean());
        queue.defaults(in.getBoolean() ? state.shared(TermsFormat.read(in)) : null);
        queue.priority(in.getSigned());
        boolean known = !queue.deleted() && state.queue(queue.name()) != null;
        if (known || state.queueByNumber(queue.number()) != null || queue.number() > state.lastQueueNumber()) {
            throw new FormatException(
                    "the queue " + queue.number() + " of the snapshot is not unique or was not assigned yet");
        }
        return queue;
    }

    private void readPurge(ByteSource in) {
        Purge purge = new Purge(in.getVarLong(), State.ofCode(in.getByte()), in.getVarLong(), in.getVarLong());
        boolean sound = purge.fromNumber() >= 0 && purge.lastNumber() >= 0 && purge.lastNumber() <= state.lastNumber();
        if (!sound || state.queueByNumber(purge.queueNumber()) == null) {
            throw new FormatException("the snapshot purges the unknown queue " + purge.queueNumber()
                    + " or jobs that were not assigned yet");
        }
        state.purges().put(purge);
    }

    private void readSchedule(ByteSource in) {
        Schedule schedule = RecordFormat.of(Schedule.class).read(in);
        if (state.schedules().all().get(schedule.name()) != null) {
            throw new FormatException("the schedule " + schedule.name() + " of the snapshot is not unique");
        }
        state.schedules().restore(schedule);
    }

    private void readBatch(ByteSource in) {
        BatchRecord batch = BatchFormat.read(in);
        if (batch.afterNumber() < 0 || batch.afterNumber() > state.lastNumber()) {
            throw new FormatException("the batch " + batch.id() + " of the snapshot begins with an unknown job");
        }
        state.batches().insert(batch);
    }

    private static void check(JobBatch batch) {
        long pending = batch.jobs().all().stream()
                .filter(job -> Standing.of(job) == Standing.PENDING)
                .count();
        BatchCounts counts = batch.known().counts();
        if (counts.pending() != pending || counts.total() < batch.jobs().size()) {
            throw new FormatException("the batch " + batch.id() + " of the snapshot has " + pending
                    + " jobs that have not ended, but counts " + counts.pending());
        }
    }

    private void readDeadLetter(ByteSource in) {
        long number = in.getVarLong();
        JobQueue queue = state.queueByNumber(number);
        if (queue == null) {
            throw new FormatException("the snapshot has a dead letter queue of the unknown queue " + number);
        }
        state.deadLetter(queue, in.getString());
    }

    private void readLimit(ByteSource in) {
        LimitTable.Row row = RecordFormat.of(LimitTable.Row.class).read(in);
        if (!LimitTable.isPattern(row.pattern()) || state.limits().table().get(row.pattern()) != null) {
            throw new FormatException("the snapshot has two limits of a pattern, or one of none");
        }
        state.limits().set(row.pattern(), row.limit());
    }

    private void readQueueLimit(ByteSource in) {
        QueueLimit limit = RecordFormat.of(QueueLimit.class).read(in);
        JobQueue queue = state.queueByNumber(limit.queueNumber());
        if (queue == null || !queue.limit().isNone()) {
            throw new FormatException("the snapshot limits the unknown queue " + limit.queueNumber());
        }
        queue.limit(limit.limit());
        queue.pace(limit.pace());
        state.limits().timer(queue, limit.timerMicros());
    }

    private void readGone(ByteSource in) {
        Gone gone = RecordFormat.of(Gone.class).read(in);
        boolean sound =
                gone.number() > 0 && gone.number() <= gone.lastNumber() && gone.lastNumber() <= state.lastNumber();
        if (!sound || !state.dependents().gone().add(gone)) {
            throw new FormatException(
                    "the job " + gone.id() + " that is gone is in the snapshot twice or was not there");
        }
    }

    private void restoreKeys() {
        for (LimitKey key : state.limits().keys().all()) {
            key.settledFree(key.free(state.atMicros()));
        }
        NonIterableMap<String, KeyRecord> seen = new NonIterableMap<>();
        for (KeyRecord record : keys) {
            LimitKey key = state.limits().restore(record);
            Job holder = state.find(JobRef.of(record.holder()));
            boolean held = holder != null
                    && !holder.state().ended()
                    && record.name().equals(holder.ties().limitKey());
            boolean sound = key.linesLeft() <= key.lineCount() && (held || record.holder() == LimitKey.NOBODY);
            if (!sound || seen.put(record.name(), record) != null) {
                throw new FormatException("the key " + record.name() + " of the snapshot contradicts its jobs");
            }
        }
        keys.clear();
    }

    private void readListing(ByteSource in) {
        long number = in.getVarLong();
        JobQueue queue = state.queueByNumber(number);
        if (queue == null || queue.deleted()) {
            throw new FormatException("the snapshot lists the unknown queue " + number);
        }
        state.qless().list(queue, in.getSigned());
    }

    private void readRecurring(ByteSource in) {
        RecurringJob job = RecordFormat.of(RecurringJob.class).read(in);
        if (state.queue(job.queue()) == null) {
            throw new FormatException("the recurring job " + job.id() + " of the snapshot has no queue");
        }
        state.qless().recurring().put(job);
    }

    private void readStatistics(ByteSource in) {
        DayStats stats = DayStats.read(in);
        JobQueue queue = state.queueByNumber(stats.queueNumber());
        if (queue == null || queue.deleted()) {
            throw new FormatException("the snapshot has statistics of the unknown queue " + stats.queueNumber());
        }
        state.qless().statistics().restore(stats);
    }

    private void readEnd(ByteSource in) {
        ended = true;
        restoring(state::restored);
        state.queues().all().forEach(this::findUnsettled);
        state.deletedQueues().all().forEach(this::findUnsettled);
        state.batches().all().all().forEach(StateReader::check);
        restoreKeys();
        long written = in.getVarLong();
        if (written != state.jobs().size()) {
            throw new FormatException("the snapshot should have " + written + " jobs, but "
                    + state.jobs().size() + " were found");
        }
        for (JobQueue queue : state.deletedQueues().all()) {
            if (queue.size() == 0) {
                throw new FormatException("the deleted queue " + queue.number() + " of the snapshot has no jobs");
            }
        }
    }

    /** Finds the jobs that had not been changed yet when the snapshot was made, although their dependencies were. */
    private void findUnsettled(JobQueue queue) {
        for (Job job : queue.in(State.DEPENDS).all()) {
            OptionalJobFields optionalFields = job.optionalFields();
            if (optionalFields != null) {
                optionalFields.dependencies().forEach(this::findUnsettled);
            }
        }
        for (Job job : queue.in(State.CANCELLED).all()) {
            JobId cause = job.flow().cancelledBy();
            if (cause != null) {
                findUnsettled(cause);
            }
        }
    }

    private void findUnsettled(JobId id) {
        if (state.dependents().nextUnsettled(id, state.find(JobRef.of(id))) != null) {
            state.dependents().settleLater(id);
        }
    }

    /** Which payloads may leave memory meanwhile. */
    public PayloadMoves payloadMoves() {
        return payloadMoves;
    }

    /** What the live data takes of the heap so far. */
    public long heapBytes() {
        return state.liveBytes() - state.payloads().savedBytes();
    }

    /** The live data in memory that the snapshot will restore; 0 before its header was read. */
    public long liveBytes() {
        return liveBytes;
    }

    /** The number of jobs read so far. */
    public int jobCount() {
        return state.jobs().size();
    }

    public Engine engine() {
        if (!ended) {
            throw new FormatException("the snapshot has no end record");
        }
        return new Engine(state);
    }
}
