package dev.reeve.engine.limit;

import dev.reeve.engine.collection.DeadlineHeap;
import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.queue.JobQueue;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Index of the keys of unfinished jobs, and the limits. A key is forgotten when it has no unfinished job and its rate counts
 * no start.
 *
 * <p>Invariant: a key in {@link #unsettled} has lines whose jobs do not fit the free slots yet, or may not. After a change of
 * limits all keys are visited; until then a key that has not been visited may have such lines too.
 */
public final class KeyLimits {
    public static final int MAX_KEYS = 1_000_000;

    private static final int STALE = -1;

    private final LimitTable table = new LimitTable();
    private final RateTimers timers = new RateTimers();
    private final NonIterableMap<String, LimitKey> byName = new NonIterableMap<>();
    private final RankedSet<LimitKey> keys = new RankedSet<>(Comparator.comparing(LimitKey::name));
    private final RankedSet<LimitKey> unsettled = new RankedSet<>(Comparator.comparing(LimitKey::name));
    private int version;
    private int staleKeys;
    private String visited = "";
    private long bytes;
    private long nextTimerMicros = DeadlineHeap.NEVER;

    public LimitTable table() {
        return table;
    }

    public RateTimers timers() {
        return timers;
    }

    /** The earliest time at which a rate lets another job start, or {@link DeadlineHeap#NEVER}. */
    public long nextTimerMicros() {
        return nextTimerMicros;
    }

    /** Sets when the rate of the queue lets another job start. */
    public void timer(JobQueue queue, long atMicros) {
        timers.set(queue, atMicros);
        timersChanged();
    }

    private void timer(LimitKey key, long atMicros) {
        timers.set(key, atMicros);
        timersChanged();
    }

    private void timersChanged() {
        RateTimers.Timer first = timers.first();
        nextTimerMicros = first == null ? DeadlineHeap.NEVER : first.atMicros();
    }

    /** The keys, ordered by name. */
    public RankedSet<LimitKey> keys() {
        return keys;
    }

    public @Nullable LimitKey get(@Nullable String name) {
        return name == null || byName.size() == 0 ? null : byName.get(name);
    }

    /** The key of the job, with its current limit; null if it has none. */
    public @Nullable LimitKey of(Job job) {
        LimitKey key = get(job.ties().limitKey());
        if (key != null) {
            refresh(key);
        }
        return key;
    }

    /** Gives the key its current limit. If that may be another one, its lines have to be settled. */
    public void refresh(LimitKey key) {
        if (key.limitVersion() != version) {
            key.limit(limitOf(key.name()), version);
            key.settleAll();
            noteUnsettled(key);
            notStale();
        }
    }

    private void notStale() {
        staleKeys--;
        visited = staleKeys == 0 ? "" : visited;
    }

    private @Nullable Limit limitOf(String name) {
        LimitTable.Row row = table.of(name);
        return row == null ? null : row.limit();
    }

    /** Whether jobs of that key can be added. */
    public boolean hasRoomFor(@Nullable String name) {
        return name == null || keys.size() < MAX_KEYS || byName.contains(name);
    }

    /** A job entered its state. */
    public void enter(Job job) {
        String name = job.ties().limitKey();
        if (name != null && !job.state().ended()) {
            LimitKey key = byName.get(name);
            key = key == null ? add(name) : key;
            bytes += key.enter(job) ? KeyLine.BYTES : 0;
        }
    }

    /** A job is about to leave its state. Its line stays until {@link #forgetIfIdle}, because it mostly comes back. */
    public void leave(Job job) {
        LimitKey key = job.state().ended() ? null : get(job.ties().limitKey());
        if (key != null) {
            key.leave(job);
        }
    }

    private LimitKey add(String name) {
        LimitKey key = new LimitKey(name);
        key.limit(limitOf(name), version);
        key.settledFree(key.limit() == null ? Limit.UNLIMITED : key.free(0));
        byName.put(name, key);
        keys.add(key);
        bytes += LimitKey.BYTES + HeapBytes.string(name);
        return key;
    }

    /** Forgets the line of the queue and the key, if they are of no use any more. Returns whether the key is gone. */
    public boolean forgetIfIdle(LimitKey key, JobQueue queue, long nowMicros) {
        bytes -= key.removeIfEmpty(queue) ? KeyLine.BYTES : 0;
        noteUnsettled(key);
        if (key.lineCount() > 0 || key.busyUntilMicros() > nowMicros) {
            return false;
        }
        if (key.limitVersion() != version) {
            notStale();
        }
        timer(key, DeadlineHeap.NEVER);
        byName.remove(key.name());
        keys.remove(key);
        bytes -= LimitKey.BYTES + HeapBytes.string(key.name());
        return true;
    }

    /** As {@link #forgetIfIdle(LimitKey, JobQueue, long)}, for a key without lines. */
    public boolean forgetIfIdle(LimitKey key, long nowMicros) {
        return key.lineCount() == 0 && forgetIfIdle(key, NO_QUEUE, nowMicros);
    }

    private static final JobQueue NO_QUEUE = new JobQueue(0, "");

    /** A job of the key has left the queue for another one: the next in line may have its place. */
    public void leftQueue(LimitKey key, JobQueue queue) {
        bytes -= key.removeIfEmpty(queue) ? KeyLine.BYTES : 0;
        key.settleAll();
        noteUnsettled(key);
    }

    /** A job starts: its key and its queue count that. */
    public void started(Job job, long nowMicros) {
        LimitKey key = of(job);
        Rate rate = key == null ? null : rateOf(key);
        if (key != null && rate != null) {
            key.pace(key.pace().afterStart(rate, nowMicros));
        }
        JobQueue queue = job.queue();
        Rate ofQueue = queue.limit().rate();
        if (ofQueue != null) {
            queue.pace(queue.pace().afterStart(ofQueue, nowMicros));
            setTimer(queue, nowMicros);
        }
    }

    /** A start was undelivered: it does not count. */
    public void givenBack(Job job, long nowMicros) {
        LimitKey key = of(job);
        Rate rate = key == null ? null : rateOf(key);
        if (key != null && rate != null) {
            key.pace(key.pace().without(job.lease(), rate));
        }
        JobQueue queue = job.queue();
        Rate ofQueue = queue.limit().rate();
        if (ofQueue != null) {
            queue.pace(queue.pace().without(job.lease(), ofQueue));
            setTimer(queue, nowMicros);
        }
    }

    /** Sets when the rate of the queue lets another job start, if none may start now. */
    public void setTimer(JobQueue queue, long nowMicros) {
        Rate rate = queue.limit().rate();
        boolean waits = rate != null && rate.startsNow(queue.pace(), nowMicros) == 0;
        timer(queue, rate == null || !waits ? DeadlineHeap.NEVER : rate.nextStartMicros(queue.pace(), nowMicros));
    }

    private static @Nullable Rate rateOf(LimitKey key) {
        Limit limit = key.limit();
        return limit == null ? null : limit.rate();
    }

    /** The job waits for its next try: if its key is ordered, the job keeps the slot. */
    public void keepSlot(Job job) {
        LimitKey key = of(job);
        Limit limit = key == null ? null : key.limit();
        if (key != null && limit != null && limit.ordered() && key.holder() == LimitKey.NOBODY) {
            key.holder(job.number());
        }
    }

    /** The job does not keep the slot of its key. */
    public void giveUpSlot(Job job) {
        LimitKey key = of(job);
        if (key != null && key.holder() == job.number()) {
            key.holder(LimitKey.NOBODY);
        }
    }

    /** Keeps note of whether the key has to be settled by later entries. */
    public void noteUnsettled(LimitKey key) {
        if (key.linesLeft() > 0) {
            unsettled.add(key);
        } else if (!unsettled.isEmpty()) {
            unsettled.remove(key);
        }
    }

    /** Sets when the key has to be looked at again: when its rate allows more, or has nothing to count any more. */
    public void setTimer(LimitKey key, long nowMicros) {
        Rate rate = rateOf(key);
        long at = DeadlineHeap.NEVER;
        if (rate != null && key.lineCount() == 0) {
            at = key.busyUntilMicros();
        } else if (rate != null && key.throttled() > 0 && isHeldUpByRate(key, rate, nowMicros)) {
            at = rate.nextStartMicros(key.pace(), nowMicros);
        }
        timer(key, at);
    }

    private static boolean isHeldUpByRate(LimitKey key, Rate rate, long nowMicros) {
        Limit limit = key.limit();
        int starts = rate.startsNow(key.pace(), nowMicros);
        return limit != null && starts < rate.burst() && starts < limit.slots(key.running());
    }

    /** Whether there are keys to visit or to settle. */
    public boolean isUnsettled() {
        return staleKeys > 0 || !unsettled.isEmpty();
    }

    /** A key that later entries have to settle; null if there is none. */
    public @Nullable LimitKey nextUnsettled() {
        return unsettled.first();
    }

    /** Sets the limit of a pattern, or with null removes it. All keys have to be visited again. */
    public void set(String pattern, @Nullable Limit limit) {
        long before = table.sizeBytes();
        if (limit == null) {
            table.remove(pattern);
        } else {
            table.put(pattern, limit);
        }
        bytes += table.sizeBytes() - before;
        version++;
        staleKeys = keys.size();
    }

    /** Whether there are keys that have not been visited since the limits changed. */
    public boolean hasVisitsLeft() {
        return staleKeys > 0;
    }

    /** Looks at the next key by name. If the limits have changed since the last time, it has to be settled. */
    public void visitNext() {
        List<LimitKey> next = keys.page(keys.rankOf(key -> key.name().compareTo(visited) <= 0 ? -1 : 0), 1);
        LimitKey key = next.isEmpty() ? keys.first() : next.get(0);
        if (key != null) {
            visited = key.name();
            refresh(key);
        }
    }

    /** A key as a snapshot has it, besides what follows from the jobs. */
    public record KeyRecord(
            String name,
            Pace pace,
            long holder,
            long timerMicros,
            int settledFree,
            int linesLeft,
            long nextQueue,
            boolean stale) {}

    /** What a snapshot has of the visits: the last key. */
    public record Visits(String visited) {}

    public Visits visits() {
        return new Visits(visited);
    }

    public void restore(Visits visits) {
        visited = visits.visited();
    }

    /** What a snapshot has of the key; null if it follows from the jobs. */
    public @Nullable KeyRecord record(LimitKey key, long nowMicros) {
        boolean stale = key.limitVersion() != version;
        boolean follows = !stale
                && key.pace().equals(Pace.NONE)
                && key.holder() == LimitKey.NOBODY
                && key.timerMicros() == DeadlineHeap.NEVER
                && key.linesLeft() == 0
                && key.settledFree() == key.free(nowMicros);
        return follows
                ? null
                : new KeyRecord(
                        key.name(),
                        key.pace(),
                        key.holder(),
                        key.timerMicros(),
                        key.settledFree(),
                        key.linesLeft(),
                        key.nextQueue(),
                        stale);
    }

    /** Restores a key after its jobs. A key without jobs is created. */
    public LimitKey restore(KeyRecord record) {
        LimitKey known = byName.get(record.name());
        LimitKey key = known == null ? add(record.name()) : known;
        key.pace(record.pace());
        key.holder(record.holder());
        key.settledFree(record.settledFree());
        key.restore(record.linesLeft(), record.nextQueue());
        key.limitVersion(record.stale() ? STALE : version);
        staleKeys += record.stale() ? 1 : 0;
        timer(key, record.timerMicros());
        noteUnsettled(key);
        return key;
    }

    /** The estimated memory of keys and limits. */
    public long sizeBytes() {
        return bytes;
    }

    public void clear() {
        table.clear();
        timers.clear();
        timersChanged();
        byName.clear();
        keys.clear();
        unsettled.clear();
        version++;
        staleKeys = 0;
        visited = "";
        bytes = 0;
    }
}
