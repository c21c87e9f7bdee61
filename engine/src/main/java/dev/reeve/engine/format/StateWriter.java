package dev.reeve.engine.format;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.QlessQueue;
import dev.reeve.engine.qless.QlessState;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.TimedKeys.Timed;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayDeque;
import java.util.List;

/**
 * A snapshot of the state at one time, written in slices while the engine applies more entries. The scan goes by job
 * number up to the last number at the start. Before the first change of a job that the scan has not reached, a copy of
 * the job is saved; the scan then skips the job. A copy shares payload and result with the job. Recurring jobs and
 * statistics are collected at the start; they are replaced by a change, not modified. Indexes are not written: {@link
 * StateReader} rebuilds them.
 *
 * <p>Invariant: every job is written once, as it was at the start.
 */
public final class StateWriter {
    static final int FORMAT = 3;
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

    private static final int PAGE = 256;
    private static final int CAPACITY = 96 * 1024;

    private final EngineState state;
    private final ByteSink out = new ByteSink(CAPACITY);
    private final ArrayDeque<Job> saved = new ArrayDeque<>();
    private final ArrayDeque<RecurringJob> recurring = new ArrayDeque<>();
    private final ArrayDeque<DayStats> statistics = new ArrayDeque<>();
    private final int snapshotNumber;
    private final long lastNumber;
    private long scannedTo;
    private long written;
    private boolean ended;
    private boolean abandoned;

    public StateWriter(EngineState state) {
        this.state = state;
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
        state.totals().write(out);
        if (!state.deliveries().isEmpty()) {
            out.putByte(DELIVERIES);
            state.deliveries().write(out);
        }
        state.queues().all().forEach(this::write);
        state.deletedQueues().all().forEach(this::write);
        if (state.qless().active()) {
            writeQless(state.qless());
        }
    }

    private void writeQless(QlessState qless) {
        state.queues().all().forEach(this::writeListing);
        qless.options().all().forEach(this::writeOption);
        qless.workers().seen().all().all().forEach(this::writeWorker);
        qless.tracked().all().all().forEach(this::writeTracked);
        recurring.addAll(qless.recurring().all().all());
        statistics.addAll(qless.statistics().all().all());
    }

    private void writeListing(JobQueue queue) {
        long listedAt = QlessQueue.listedAtMicros(queue);
        if (listedAt != 0) {
            out.putByte(LISTED_QUEUE);
            out.putVarLong(queue.number());
            out.putSigned(listedAt);
        }
    }

    private void writeOption(String option, String value) {
        out.putByte(OPTION);
        out.putString(option);
        out.putString(value);
    }

    private void writeWorker(Timed<String> worker) {
        out.putByte(WORKER);
        out.putString(worker.key());
        out.putSigned(worker.micros());
    }

    private void writeTracked(Timed<JobId> job) {
        out.putByte(TRACKED);
        out.putJobId(job.key());
        out.putSigned(job.micros());
    }

    private void write(JobQueue queue) {
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
    }

    /** Writes until about {@code enoughBytes} are buffered. Returns whether the snapshot is complete. */
    public boolean step(int enoughBytes) {
        while (!ended && out.size() < enoughBytes) {
            RecurringJob nextRecurring = recurring.poll();
            DayStats stats = nextRecurring == null ? statistics.poll() : null;
            Job next = nextRecurring == null && stats == null ? saved.poll() : null;
            if (nextRecurring != null) {
                out.putByte(RECURRING);
                RecordFormat.write(nextRecurring, out);
            } else if (stats != null) {
                out.putByte(STATISTICS);
                stats.write(out);
            } else if (next != null) {
                write(next);
            } else if (!scan(enoughBytes)) {
                end();
            }
        }
        return ended;
    }

    /** Writes the next jobs by number; returns false if there are none. */
    private boolean scan(int enoughBytes) {
        List<Job> page = state.jobs().page(state.rankOf(scannedTo + 1), PAGE);
        for (Job job : page) {
            if (job.number() > lastNumber) {
                return false;
            }
            if (out.size() >= enoughBytes) {
                return true;
            }
            scannedTo = job.number();
            if (job.savedIn() != snapshotNumber) {
                write(job);
            }
        }
        return !page.isEmpty();
    }

    private void write(Job job) {
        out.putByte(JOB);
        JobFormat.write(job, out);
        written++;
    }

    private void end() {
        out.putByte(END);
        out.putVarLong(written);
        ended = true;
        state.snapshotEnds();
    }

    /** Called before the job is changed or removed. */
    public void beforeChange(Job job) {
        boolean ahead = job.number() > scannedTo && job.number() <= lastNumber;
        if (ahead && job.savedIn() != snapshotNumber) {
            job.savedIn(snapshotNumber);
            saved.add(job.copy());
        }
    }

    /** The number of buffered bytes. */
    public int waitingBytes() {
        return out.size();
    }

    /** Removes and returns the buffered bytes: whole records, to be read in the same order. */
    public byte[] take() {
        byte[] chunk = out.toByteArray();
        out.reset(CAPACITY);
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
            recurring.clear();
            statistics.clear();
            state.snapshotEnds();
        }
    }
}
