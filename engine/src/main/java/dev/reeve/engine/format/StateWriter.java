package dev.reeve.engine.format;

import dev.reeve.engine.EngineState;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.Terms;
import dev.reeve.engine.qless.DayStats;
import dev.reeve.engine.qless.QlessState;
import dev.reeve.engine.qless.RecurringFormat;
import dev.reeve.engine.qless.RecurringJob;
import dev.reeve.engine.qless.StatsFormat;
import dev.reeve.engine.qless.TrackedJobs;
import dev.reeve.engine.qless.Workers;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Writes the state of one moment in slices, while the engine goes on. The walk goes by job number up to the last one
 * there was at the start. Of a job that the walk has not reached, a copy is kept just before its first change, so what is
 * written is always the job as it was at the start; the walk then passes over it. Keeping costs no more than a job
 * without its payload, however much one entry changes. Recurring jobs and statistics are given to the writer at the
 * start; who changes one makes a new one. Only entities are written; indexes are rebuilt by
 * {@link StateReader}.
 */
public final class StateWriter {
    static final int FORMAT = 2;
    static final int HEADER = 1;
    static final int QUEUE = 2;
    static final int JOB = 3;
    static final int END = 4;
    static final int QUEUE_STATE = 5;
    static final int OPTION = 6;
    static final int WORKER = 7;
    static final int TRACKED = 8;
    static final int RECURRING = 9;
    static final int STATISTICS = 10;

    private static final int PAGE = 256;
    private static final int CAPACITY = 96 * 1024;

    private final EngineState state;
    private final ByteSink out = new ByteSink(CAPACITY);
    private final ArrayDeque<Job> kept = new ArrayDeque<>();
    private final ArrayDeque<RecurringJob> recurring = new ArrayDeque<>();
    private final ArrayDeque<DayStats> statistics = new ArrayDeque<>();
    private final int snapshotNumber;
    private final long lastNumber;
    private long walkedTo;
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
        all(state.queues()).forEach(this::write);
        all(state.deletedQueues()).forEach(this::write);
        if (state.qless().active()) {
            writeQless(state.qless());
        }
    }

    private void writeQless(QlessState qless) {
        qless.options().all().forEach(this::writeOption);
        all(qless.workers().all()).forEach(this::write);
        all(qless.tracked().all()).forEach(this::write);
        recurring.addAll(all(qless.recurring().all()));
        statistics.addAll(all(qless.statistics().all()));
    }

    private static <T> List<T> all(RankedSet<T> set) {
        return set.page(0, set.size());
    }

    private void writeOption(String option, String value) {
        out.putByte(OPTION);
        out.putString(option);
        out.putString(value);
    }

    private void write(Workers.Worker worker) {
        out.putByte(WORKER);
        out.putString(worker.name());
        out.putSigned(worker.seenMicros());
    }

    private void write(TrackedJobs.Track track) {
        out.putByte(TRACKED);
        out.putJobId(track.id());
        out.putSigned(track.sinceMicros());
    }

    private void write(JobQueue queue) {
        Terms defaults = queue.defaults();
        out.putByte(QUEUE);
        out.putVarLong(queue.number());
        out.putString(queue.name());
        out.putBoolean(queue.deleted());
        out.putBoolean(defaults != null);
        if (defaults != null) {
            TermsFormat.write(defaults, out);
        }
        if (queue.paused() || queue.knownAtMicros() != 0) {
            out.putByte(QUEUE_STATE);
            out.putVarLong(queue.number());
            out.putBoolean(queue.paused());
            out.putSigned(queue.knownAtMicros());
        }
    }

    /** Goes on until about so many bytes are waiting to be taken; true when the snapshot is complete. */
    public boolean step(int enoughBytes) {
        while (!ended && out.size() < enoughBytes) {
            RecurringJob again = recurring.poll();
            DayStats stats = again == null ? statistics.poll() : null;
            Job next = again == null && stats == null ? kept.poll() : null;
            if (again != null) {
                out.putByte(RECURRING);
                RecurringFormat.write(again, out);
            } else if (stats != null) {
                out.putByte(STATISTICS);
                StatsFormat.write(stats, out);
            } else if (next != null) {
                write(next);
            } else if (!walkOn(enoughBytes)) {
                end();
            }
        }
        return ended;
    }

    /** Writes the next jobs by number; false if there are none. */
    private boolean walkOn(int enoughBytes) {
        List<Job> page = state.jobs().page(state.rankOf(walkedTo + 1), PAGE);
        for (Job job : page) {
            if (job.number() > lastNumber) {
                return false;
            }
            if (out.size() >= enoughBytes) {
                return true;
            }
            walkedTo = job.number();
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

    /** Called by the store before it changes or removes the job. */
    public void beforeChange(Job job) {
        boolean ahead = job.number() > walkedTo && job.number() <= lastNumber;
        if (ahead && job.savedIn() != snapshotNumber) {
            job.savedIn(snapshotNumber);
            kept.add(job.copy());
        }
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

    /** Whether it was given up: what was written so far is worth nothing. */
    public boolean abandoned() {
        return abandoned;
    }

    /** Gives the snapshot up, if it is not complete. */
    public void abandon() {
        if (!ended) {
            ended = true;
            abandoned = true;
            kept.clear();
            recurring.clear();
            statistics.clear();
            state.snapshotEnds();
        }
    }
}
