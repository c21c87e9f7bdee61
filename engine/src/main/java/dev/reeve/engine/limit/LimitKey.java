package dev.reeve.engine.limit;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;
import dev.reeve.engine.queue.JobQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key with unfinished jobs, or with starts that its rate still counts: the jobs in line by queue, how many are leased, and
 * what the limit allows.
 */
public final class LimitKey {
    /** The estimated memory without name and lines. */
    public static final long BYTES = 88 + 40 + HeapBytes.HASH_ENTRY + HeapBytes.SLOT;

    /** The longest name. */
    public static final int MAX_LENGTH = 255;

    /** Stands for no job. */
    public static final long NOBODY = 0;

    private final String name;
    private final List<KeyLine> lines = new ArrayList<>(1);
    private @Nullable Limit limit;
    private int limitVersion;
    private int running;
    private int throttled;
    private Pace pace = Pace.NONE;
    private long holder = NOBODY;
    private long timerMicros = DeadlineHeap.NEVER;
    private int settledFree;
    private int linesLeft;
    private long nextQueue;

    LimitKey(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** The limit; null if there is none. */
    public @Nullable Limit limit() {
        return limit;
    }

    /** Sets the limit, as of that version of the table. */
    void limit(@Nullable Limit value, int version) {
        limit = value;
        limitVersion = version;
        holder = value == null || !value.ordered() ? NOBODY : holder;
    }

    int limitVersion() {
        return limitVersion;
    }

    void limitVersion(int value) {
        limitVersion = value;
    }

    /** The number of leased jobs. */
    public int running() {
        return running;
    }

    /** The number of throttled jobs. */
    public int throttled() {
        return throttled;
    }

    /** What its rates have counted. */
    public Pace pace() {
        return pace;
    }

    /** The time until which starts of its rate count. */
    public long busyUntilMicros() {
        Rate rate = limit == null ? null : limit.rate();
        return rate == null ? 0 : pace.of(rate).nextMicros();
    }

    void pace(Pace value) {
        pace = value;
    }

    /** The number of the job that keeps the slot of an ordered key between its tries. */
    public long holder() {
        return holder;
    }

    void holder(long value) {
        holder = value;
    }

    /** When to look at the key again. */
    public long timerMicros() {
        return timerMicros;
    }

    void timerMicros(long value) {
        timerMicros = value;
    }

    /** How many jobs may start, beside the one that keeps the slot. */
    public int free(long nowMicros) {
        if (limit == null) {
            return Limit.UNLIMITED;
        }
        return holder != NOBODY ? 0 : limit.free(running, pace, nowMicros);
    }

    /** Whether the job that keeps the slot may start. */
    public boolean admitsHolder(long nowMicros) {
        return holder != NOBODY && limit != null && limit.free(running, pace, nowMicros) > 0;
    }

    /** For how many free slots the lines were settled last, or are being settled. */
    public int settledFree() {
        return settledFree;
    }

    public void settledFree(int value) {
        settledFree = value;
    }

    /** How many lines have to be settled, from {@link #nextLine} on. */
    public int linesLeft() {
        return linesLeft;
    }

    long nextQueue() {
        return nextQueue;
    }

    void restore(int left, long from) {
        linesLeft = left;
        nextQueue = from;
    }

    /** All lines have to be settled. */
    public void settleAll() {
        linesLeft = lines.size();
    }

    /** The next line to settle; null if there is none. */
    public @Nullable KeyLine nextLine() {
        if (linesLeft == 0 || lines.isEmpty()) {
            return null;
        }
        int place = placeOf(nextQueue);
        return lines.get(place < lines.size() ? place : 0);
    }

    /** The line was settled. */
    public void settled(KeyLine line) {
        linesLeft--;
        nextQueue = linesLeft == 0 ? 0 : line.queue().number() + 1;
    }

    public void allSettled() {
        linesLeft = 0;
        nextQueue = 0;
    }

    public int lineCount() {
        return lines.size();
    }

    /** The line of the queue; null if there is none. */
    public @Nullable KeyLine line(JobQueue queue) {
        int place = placeOf(queue.number());
        return place < lines.size() && lines.get(place).queue() == queue ? lines.get(place) : null;
    }

    /** Returns whether the line is new. */
    boolean enter(Job job) {
        KeyLine line = line(job.queue());
        boolean isNew = line == null;
        if (line == null) {
            line = new KeyLine(job.queue());
            lines.add(placeOf(job.queue().number()), line);
            linesLeft += linesLeft > 0 ? 1 : 0;
        }
        line.enter(job);
        count(job, 1);
        return isNew;
    }

    void leave(Job job) {
        KeyLine line = line(job.queue());
        if (line == null) {
            throw new IllegalStateException("job " + job.number() + " is in no line of its key");
        }
        line.leave(job);
        count(job, -1);
    }

    private void count(Job job, int change) {
        running += job.state() == State.LEASED ? change : 0;
        throttled += job.state() == State.THROTTLED ? change : 0;
    }

    /** Removes the line of the queue if it has no jobs. Returns whether it did. */
    boolean removeIfEmpty(JobQueue queue) {
        KeyLine line = line(queue);
        boolean removed = line != null && line.isEmpty() && lines.remove(line);
        if (linesLeft > lines.size()) {
            linesLeft = lines.size();
            nextQueue = linesLeft == 0 ? 0 : nextQueue;
        }
        return removed;
    }

    /** The number of lines of queues with smaller numbers. */
    private int placeOf(long queueNumber) {
        int low = 0;
        int high = lines.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (lines.get(middle).queue().number() < queueNumber) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
