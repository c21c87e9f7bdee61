package dev.reeve.engine.format;

import dev.reeve.engine.Dependents.Gone;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Purges.Purge;
import dev.reeve.engine.batch.BatchRecord;
import dev.reeve.engine.collection.Pack;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobBlock;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.OptionalJobFields;
import dev.reeve.engine.job.ShownPayload;
import dev.reeve.engine.job.StoredPayload;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.limit.KeyLimits;
import dev.reeve.engine.limit.KeyLimits.KeyRecord;
import dev.reeve.engine.limit.KeyLimits.Visits;
import dev.reeve.engine.limit.Limit;
import dev.reeve.engine.limit.LimitTable;
import dev.reeve.engine.limit.Pace;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.QlessQueue;
import dev.reeve.engine.qless.QlessState;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.TimedKeys.Timed;
import dev.reeve.engine.queue.JobQueue;
import dev.reeve.engine.schedule.Schedule;
import dev.reeve.engine.webhook.Webhook;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of the state at one time, written in slices while the engine applies more entries. The scan goes by job
 * number up to the last number at the start; packed jobs are written by blocks. Before the first change of a job that the scan has not reached, a copy of
 * the job is saved; the scan then skips the job. A copy shares payload and result with the job. All other records are
 * collected at the start; they are copies, or are replaced by a change, not modified. Indexes are not written: {@link
 * StateReader} rebuilds them. A payload on disk is written as its place, or whole if the snapshot leaves the data directory.
 *
 * <p>Invariant: every job is written once, as it was at the start.
 */
public final class StateWriter {
    static final int FORMAT = 6;
    static final int OLDEST_FORMAT = 5;
    static final int HEADER = 1;
    static final int QUEUE = 2;
    static final int JOB = 3;
    static final int END = 4;
    static final int LISTED_QUEUE = 5;
    static final int OPTION = 6;
    static final int WORKER = 7;
    static final int TRACKED = 8;
    static final int RECURRING = 9;
    static final int STATISTICS = 10;
    static final int DELIVERIES = 11;
    static final int PURGE = 12;
    static final int MEMBER_DUTIES = 71;
    static final int SCHEDULE = 53;
    static final int BATCH = 61;
    static final int DEAD_LETTER = 62;
    static final int WEBHOOK = 54;
    static final int WEBHOOK_COUNTERS = 55;
    static final int LIMIT = 20;
    static final int LIMIT_KEY = 21;
    static final int LIMIT_VISITS = 22;
    static final int QUEUE_LIMIT = 23;
    static final int GONE = 78;
    static final int BLOCK = 79;
    static final int BLOCK_ON_DISK = 80;

    private static final int PAGE = 256;
    private static final int MOST_WANTED = 64;
    private static final long MOST_WANTED_BYTES = 1 << 20;
    private static final int CAPACITY = 96 * 1024;

    /** What a step counts for a job that it need not write: so many bytes take about as long. */
    static final int PASSED_BYTES = 64;

    /** A copy of a job, and what a removed job has besides payload and result. */
    private static final long COPY_BYTES = Job.OVERHEAD_BYTES + 2 * OptionalJobFields.OVERHEAD_BYTES;

    private final EngineState state;
    private final boolean whole;
    private final ByteSink out = new ByteSink(CAPACITY);
    private final ArrayDeque<Object> records = new ArrayDeque<>();
    private final ArrayDeque<Job> saved = new ArrayDeque<>();
    private final int snapshotNumber;
    private final long lastNumber;
    private long scannedTo;
    private long written;
    private long passedBytes;
    private long heldBytes;
    private @Nullable Object payloadBefore;
    private byte @Nullable [] resultBefore;
    private @Nullable Terms termsBefore;
    private boolean scansOn;
    private boolean ended;
    private boolean abandoned;
    private List<ShownPayload> wanted = List.of();

    /** @param whole whether it has the bytes of payloads on disk in place of their places */
    public StateWriter(EngineState state, boolean whole) {
        this.state = state;
        this.whole = whole;
        this.lastNumber = state.lastNumber();
        this.snapshotNumber = state.snapshotStarts(this);
        writeHeader();
    }

    private void writeHeader() {
        out.putByte(HEADER);
        out.putByte(FORMAT);
        out.putVarLong(state.version());
        out.putVarLong(state.atMicros());
        out.putVarLong(state.lastNumber());
        out.putVarLong(state.lastToken());
        out.putVarLong(state.lastQueueNumber());
        out.putVarLong(state.memoryLimitBytes());
        out.putVarLong(state.liveBytes() - state.payloads().savedBytes());
        state.totals().write(out);
        if (!state.deliveries().isEmpty()) {
            out.putByte(DELIVERIES);
            state.deliveries().write(out);
        }
        if (!state.duties().isEmpty()) {
            out.putByte(MEMBER_DUTIES);
            state.duties().write(out);
        }
        collect(state.queues());
        collect(state.deletedQueues());
        records.addAll(state.purges().all().all());
        records.addAll(state.schedules().all().all().all());
        state.batches().all().all().forEach(batch -> records.add(batch.known()));
        if (state.webhooks().lastEvent() > 0) {
            out.putByte(WEBHOOK_COUNTERS);
            out.putVarLong(state.webhooks().lastEvent());
            out.putVarLong(state.webhooks().dropped());
        }
        records.addAll(state.webhooks().all());
        collect(state.limits());
        records.addAll(state.dependents().gone().all());
        if (state.qless().active()) {
            collect(state.qless());
        }
    }

    /** The records are written in slices: all of them at once could take as much memory as the live data. */
    private void collect(RankedSet<JobQueue> queues) {
        queues.all().forEach(queue -> records.add(QueueRecord.of(queue)));
    }

    private void collect(KeyLimits limits) {
        records.addAll(limits.table().rows().all());
        limits.keys().all().forEach(key -> {
            KeyRecord record = limits.record(key, state.atMicros());
            if (record != null) {
                records.add(record);
            }
        });
        if (limits.hasVisitsLeft()) {
            records.add(limits.visits());
        }
    }

    private void collect(QlessState qless) {
        records.addAll(qless.options().all().entrySet());
        records.addAll(qless.workers().seen().all().all());
        records.addAll(qless.tracked().all().all());
        records.addAll(qless.recurring().all().all());
        records.addAll(qless.statistics().all().all());
    }

    private void write(Object record) {
        if (record instanceof QueueRecord queue) {
            write(queue);
        } else if (record instanceof Map.Entry<?, ?> option) {
            out.putByte(OPTION);
            out.putString((String) option.getKey());
            out.putString((String) option.getValue());
        } else if (record instanceof Timed<?> timed) {
            write(timed);
        } else if (record instanceof RecurringJob job) {
            out.putByte(RECURRING);
            RecordFormat.write(job, out);
        } else if (record instanceof Purge purge) {
            out.putByte(PURGE);
            out.putVarLong(purge.queueNumber());
            out.putByte(purge.state().code());
            out.putVarLong(purge.fromNumber());
            out.putVarLong(purge.lastNumber());
        } else if (record instanceof Schedule schedule) {
            out.putByte(SCHEDULE);
            RecordFormat.write(schedule, out);
        } else if (record instanceof BatchRecord batch) {
            out.putByte(BATCH);
            BatchFormat.write(batch, out);
        } else if (record instanceof Webhook webhook) {
            out.putByte(WEBHOOK);
            RecordFormat.write(webhook, out);
        } else if (record instanceof LimitTable.Row || record instanceof KeyRecord || record instanceof Visits) {
            out.putByte(record instanceof KeyRecord ? LIMIT_KEY : record instanceof Visits ? LIMIT_VISITS : LIMIT);
            RecordFormat.write((Record) record, out);
        } else if (record instanceof Gone gone) {
            out.putByte(GONE);
            RecordFormat.write(gone, out);
        } else if (record instanceof DayStats stats) {
            out.putByte(STATISTICS);
            stats.write(out);
        }
    }

    private void write(Timed<?> timed) {
        if (timed.key() instanceof JobId tracked) {
            out.putByte(TRACKED);
            out.putJobId(tracked);
        } else {
            out.putByte(WORKER);
            out.putString((String) timed.key());
        }
        out.putSigned(timed.micros());
    }

    /** A queue as it was at the start. */
    private record QueueRecord(
            long number,
            String name,
            boolean deleted,
            @Nullable Terms defaults,
            long priority,
            boolean paused,
            long listedAtMicros,
            @Nullable String deadLetter,
            @Nullable QueueLimit limit) {
        static QueueRecord of(JobQueue queue) {
            return new QueueRecord(
                    queue.number(),
                    queue.name(),
                    queue.deleted(),
                    queue.defaults(),
                    queue.priority(),
                    queue.paused(),
                    QlessQueue.listedAtMicros(queue),
                    queue.deadLetter(),
                    queue.limit().isNone()
                            ? null
                            : new QueueLimit(queue.number(), queue.limit(), queue.pace(), queue.timerMicros()));
        }
    }

    /** The limit of a queue, and what its rate has counted. */
    record QueueLimit(long queueNumber, Limit limit, Pace pace, long timerMicros) {}

    private void write(QueueRecord queue) {
        Terms defaults = queue.defaults();
        out.putByte(QUEUE);
        out.putVarLong(queue.number());
        out.putString(queue.name());
        out.putBoolean(queue.deleted());
        out.putBoolean(queue.paused());
        out.putBoolean(defaults != null);
        if (defaults != null) {
            TermsFormat.write(defaults, out);
        }
        out.putSigned(queue.priority());
        if (queue.listedAtMicros() != 0 && !queue.deleted()) {
            out.putByte(LISTED_QUEUE);
            out.putVarLong(queue.number());
            out.putSigned(queue.listedAtMicros());
        }
        String deadLetter = queue.deadLetter();
        if (deadLetter != null) {
            out.putByte(DEAD_LETTER);
            out.putVarLong(queue.number());
            out.putString(deadLetter);
        }
        if (queue.limit() != null) {
            out.putByte(QUEUE_LIMIT);
            RecordFormat.write(queue.limit(), out);
        }
    }

    /**
     * Writes until about {@code enoughBytes} are buffered, or until it has passed many jobs that changed since the start. Returns
     * whether the snapshot is complete.
     */
    public boolean step(int enoughBytes) {
        return step(enoughBytes, List.of());
    }

    /**
     * As {@link #step(int)}. It ends early if payloads have to be read.
     *
     * @param read the payloads that the step before wanted
     */
    public boolean step(int enoughBytes, List<ShownPayload> read) {
        state.forgetShown();
        state.payloads().takeShown();
        state.payloads().atHand(read);
        wanted = List.of();
        passedBytes = 0;
        try {
            writeUntil(enoughBytes);
        } finally {
            state.payloads().atHand(List.of());
        }
        return ended;
    }

    /** Removes and returns the payloads that the last step wanted. */
    public List<ShownPayload> takeWanted() {
        List<ShownPayload> taken = wanted;
        wanted = List.of();
        return taken;
    }

    private void writeUntil(int enoughBytes) {
        while (!ended && !isEnough(enoughBytes) && wanted.isEmpty()) {
            Object record = records.poll();
            Job next = record == null ? saved.peek() : null;
            if (record != null) {
                write(record);
            } else if (next != null) {
                if (isAbsent(next)) {
                    want(saved);
                    return;
                }
                saved.remove();
                write(next);
                heldBytes = saved.isEmpty() ? 0 : heldBytes;
            } else if (!scan(enoughBytes)) {
                end();
            }
        }
    }

    private boolean isEnough(int enoughBytes) {
        return out.size() + passedBytes >= enoughBytes;
    }

    /** Whether the payload has to be read before the job can be written. */
    private boolean isAbsent(Job job) {
        return whole
                && job.payload() instanceof StoredPayload
                && state.payloads().bytesOrWant(job.payload()) == null;
    }

    /** Notes which payloads of the next jobs have to be read. */
    private void want(Iterable<Job> next) {
        int count = 0;
        long bytes = 0;
        for (Job job : next) {
            if (count++ < MOST_WANTED && bytes < MOST_WANTED_BYTES) {
                bytes += isAbsent(job) ? job.payloadLength() : 0;
            }
        }
        wanted = state.payloads().takeShown();
    }

    /** Writes the next jobs by number; returns false if there are none. */
    private boolean scan(int enoughBytes) {
        if (whole) {
            return scanPage(enoughBytes);
        }
        scansOn = true;
        return !state.jobs().visit(state.rankOf(scannedTo + 1), new Scan(enoughBytes)) && scansOn;
    }

    /** Writes jobs, and packed ones by blocks. What of a block the scan has not reached is written with the first of them. */
    private final class Scan implements RankedSet.Visitor<Job> {
        private final int enoughBytes;

        Scan(int enoughBytes) {
            this.enoughBytes = enoughBytes;
        }

        @Override
        public boolean element(Job job) {
            if (!reaches(job.number())) {
                return false;
            }
            if (job.savedIn() == snapshotNumber) {
                passedBytes += PASSED_BYTES;
            } else {
                write(job);
            }
            return true;
        }

        @Override
        public boolean packed(Pack<Job> pack, int slot) {
            JobBlock block = (JobBlock) pack;
            long number = block.jobNumber(slot);
            long before = scannedTo;
            if (!reaches(number)) {
                return false;
            }
            if (block.savedIn() == snapshotNumber) {
                passedBytes++;
            } else {
                block.savedIn(snapshotNumber);
                write(block, block.packedSlots(before, lastNumber));
            }
            return true;
        }

        private boolean reaches(long number) {
            scansOn = number <= lastNumber;
            boolean reaches = scansOn && !isEnough(enoughBytes);
            scannedTo = reaches ? number : scannedTo;
            return reaches;
        }
    }

    private void write(JobBlock block, long slots) {
        boolean onDisk = block.isOnDisk();
        out.putByte(onDisk ? BLOCK_ON_DISK : BLOCK);
        if (onDisk) {
            BlockFormat.writeOnDisk(block, slots, termsBefore, out);
        } else {
            BlockFormat.write(block, slots, termsBefore, out);
        }
        termsBefore = block.terms();
        written += Long.bitCount(slots);
    }

    /** Writes the next jobs with their payloads. */
    private boolean scanPage(int enoughBytes) {
        List<Job> page = state.jobs().page(state.rankOf(scannedTo + 1), PAGE);
        for (Job job : page) {
            if (job.number() > lastNumber) {
                return false;
            }
            if (isEnough(enoughBytes)) {
                return true;
            }
            boolean isSaved = job.savedIn() == snapshotNumber;
            if (!isSaved && isAbsent(job)) {
                want(page.subList(page.indexOf(job), page.size()));
                return true;
            }
            scannedTo = job.number();
            if (isSaved) {
                passedBytes += PASSED_BYTES;
            } else {
                write(job);
            }
        }
        return !page.isEmpty();
    }

    private void write(Job job) {
        out.putByte(JOB);
        Object payload = whole ? Objects.requireNonNull(state.payloads().bytesOrWant(job.payload())) : job.payload();
        JobFormat.write(job, payload, termsBefore, out);
        termsBefore = job.terms();
        written++;
    }

    private void end() {
        out.putByte(END);
        out.putVarLong(written);
        ended = true;
        state.snapshotEnds();
    }

    /** Called before a packed job becomes an object, which may be changed then: it may have been written with its block. */
    public void unpacks(Job job) {
        if (isAhead(job) && job.block().savedIn() == snapshotNumber) {
            job.savedIn(snapshotNumber);
        }
    }

    private boolean isAhead(Job job) {
        return job.number() > scannedTo && job.number() <= lastNumber;
    }

    /** Called before the job is changed or removed. */
    public void beforeChange(Job job) {
        if (isAhead(job) && job.savedIn() != snapshotNumber) {
            job.savedIn(snapshotNumber);
            saved.add(job.copy());
            heldBytes += COPY_BYTES;
        }
        payloadBefore = job.payload();
        resultBefore = job.result();
    }

    /**
     * Called after the job was changed or removed. What the job no longer refers to may be held by its copy.
     *
     * @param payload the job's payload now; null if the job was removed
     */
    public void afterChange(@Nullable Object payload, byte @Nullable [] result) {
        if (!saved.isEmpty()) {
            heldBytes += payload != payloadBefore && payloadBefore instanceof byte[] bytes ? HeapBytes.array(bytes) : 0;
            heldBytes += result == resultBefore ? 0 : HeapBytes.array(resultBefore);
        }
        payloadBefore = null;
        resultBefore = null;
    }

    /** Called before the bytes of a payload leave memory. A copy of the job holds them longer. */
    public void swapped(Job job) {
        if (job.savedIn() == snapshotNumber && job.payload() instanceof byte[] bytes && !saved.isEmpty()) {
            heldBytes += HeapBytes.array(bytes);
        }
    }

    /** The most that saved copies hold of what is no longer live data. */
    public long heldBytes() {
        return heldBytes;
    }

    /** The number of buffered bytes. */
    public int waitingBytes() {
        return out.size();
    }

    /** Removes and returns the buffered bytes: whole records, to be read in the same order. The jobs of a chunk refer to no other. */
    public byte[] take() {
        byte[] chunk = out.toByteArray();
        out.reset(CAPACITY);
        termsBefore = null;
        return chunk;
    }

    /** Whether the snapshot was abandoned; it is then incomplete and must be discarded. */
    public boolean abandoned() {
        return abandoned;
    }

    /** Abandons the snapshot if it is not complete. */
    public void abandon() {
        if (!ended) {
            ended = true;
            abandoned = true;
            saved.clear();
            heldBytes = 0;
            records.clear();
            state.snapshotEnds();
        }
    }
}
