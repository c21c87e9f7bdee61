package dev.reeve.journal.local;

import dev.reeve.journal.Journal;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.WriteAdmission;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A journal with the interface of a replicated one: an entry gets its position immediately, but may be applied and
 * answered only when it is committed, later and together with others. It writes no files.
 *
 * <p>Entries can be committed after {@link #flush}: by a test with {@link #commit} and {@link #commitAll}, or in random
 * groups by tasks on an executor. A test can also make it lose what is not committed, or be overtaken by what was
 * committed elsewhere.
 */
public final class LateJournal implements Journal {
    private final JournalListener listener;
    private final @Nullable Executor executor;
    private final SplittableRandom random;
    private final List<byte[]> entries = new ArrayList<>();
    private long flushed;
    private long committed;
    private long appendedBytes;
    private long committedBytes;
    private boolean taskWaits;
    private boolean paused;
    private boolean due;
    private WriteAdmission room = WriteAdmission.AMPLE;
    private boolean fault;
    private @Nullable Snapshot snapshot;

    private LateJournal(JournalListener listener, @Nullable Executor executor, long seed) {
        this.listener = listener;
        this.executor = executor;
        this.random = new SplittableRandom(seed);
    }

    /** Commits on request. */
    public static LateJournal manual(JournalListener listener) {
        return new LateJournal(listener, null, 0);
    }

    /** Commits random groups in tasks on the executor; each task leaves some entries for a later one. */
    public static LateJournal random(JournalListener listener, Executor executor, long seed) {
        return new LateJournal(listener, executor, seed);
    }

    /** Commits the next flushed entries, at most {@code count} of them. Any thread. */
    public void commit(long count) {
        synchronized (this) {
            long end = Math.min(flushed, committed + count);
            if (end == committed) {
                return;
            }
            while (committed < end) {
                committedBytes += entries.get((int) committed).length;
                committed++;
            }
        }
        listener.advanced();
    }

    /** Commits all flushed entries. Any thread. */
    public void commitAll() {
        commit(Long.MAX_VALUE - committed());
    }

    private synchronized long committed() {
        return committed;
    }

    private void commitSome() {
        long count;
        boolean more;
        synchronized (this) {
            taskWaits = false;
            long pending = paused ? 0 : flushed - committed;
            count = pending == 0 ? 0 : random.nextLong(0, pending + 1);
            more = count < pending;
        }
        commit(count);
        if (more) {
            scheduleTask();
        }
    }

    /** Commits nothing in tasks until {@link #resume}. Any thread. */
    public synchronized void pause() {
        paused = true;
    }

    public void resume() {
        synchronized (this) {
            paused = false;
        }
        scheduleTask();
    }

    /** Loses all entries that are not committed. Loop only. */
    public void loseUncommitted() {
        long first;
        synchronized (this) {
            first = committed + 1;
            if (first > entries.size()) {
                return;
            }
            entries.subList((int) committed, entries.size()).clear();
            flushed = committed;
            appendedBytes = committedBytes;
        }
        listener.discarded(first);
    }

    /**
     * Adds entries that were committed elsewhere, and commits all entries before them. The caller then replaces the
     * engine. Loop only.
     */
    public synchronized void install(List<byte[]> committedElsewhere) {
        for (byte[] entry : committedElsewhere) {
            entries.add(entry.clone());
            appendedBytes += entry.length;
        }
        flushed = entries.size();
        committed = flushed;
        committedBytes = appendedBytes;
    }

    private void scheduleTask() {
        synchronized (this) {
            if (executor == null || taskWaits) {
                return;
            }
            taskWaits = true;
        }
        executor.execute(this::commitSome);
    }

    @Override
    public synchronized long append(byte[] bytes, int offset, int length) {
        entries.add(Arrays.copyOfRange(bytes, offset, offset + length));
        appendedBytes += length;
        return entries.size();
    }

    /** Never: a proposed entry cannot be withdrawn. */
    @Override
    public boolean cut(long position) {
        return false;
    }

    @Override
    public void flush() {
        synchronized (this) {
            flushed = entries.size();
            if (flushed == committed) {
                return;
            }
        }
        scheduleTask();
    }

    @Override
    public synchronized long lastAppended() {
        return entries.size();
    }

    @Override
    public long mayApply() {
        return committed();
    }

    @Override
    public long mayReply() {
        return committed();
    }

    @Override
    public synchronized long unsyncedBytes() {
        return appendedBytes - committedBytes;
    }

    @Override
    public synchronized WriteAdmission room() {
        return room;
    }

    public void setRoom(WriteAdmission wanted) {
        synchronized (this) {
            room = wanted;
        }
        listener.advanced();
    }

    @Override
    public synchronized boolean hasFault() {
        return fault;
    }

    public synchronized void setFault(boolean wanted) {
        fault = wanted;
    }

    @Override
    public void liveBytes(long bytes) {}

    @Override
    public synchronized boolean snapshotDue() {
        return due && (snapshot == null || snapshot.isDone());
    }

    /** Makes a snapshot due, until one is finished. */
    public synchronized void makeSnapshotDue() {
        due = true;
    }

    @Override
    public synchronized SnapshotTarget startSnapshot(long position) {
        if (position > committed) {
            throw new IllegalArgumentException("expected a position up to " + committed + ", but got " + position);
        }
        snapshot = new Snapshot(position);
        return snapshot;
    }

    /** The bytes of the last snapshot that was finished and not abandoned; null if there is none. */
    public synchronized byte @Nullable [] snapshotBytes() {
        return snapshot != null && snapshot.published ? snapshot.bytes.toByteArray() : null;
    }

    public synchronized long snapshotPosition() {
        return snapshot != null && snapshot.published ? snapshot.position : 0;
    }

    /** A copy of the committed entries, in order. */
    public synchronized List<byte[]> committedEntries() {
        return List.copyOf(entries.subList(0, (int) committed));
    }

    /** Commits all appended entries. */
    @Override
    public void close() {
        synchronized (this) {
            flushed = entries.size();
        }
        commitAll();
    }

    private final class Snapshot implements SnapshotTarget {
        private final long position;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private boolean published;
        private boolean abandoned;

        Snapshot(long position) {
            this.position = position;
        }

        @Override
        public void write(byte[] chunk, int length) {
            bytes.write(chunk, 0, length);
        }

        @Override
        public long queuedBytes() {
            return 0;
        }

        @Override
        public void finish() {
            published = !abandoned;
            due = false;
        }

        @Override
        public void abandon() {
            abandoned = !published;
        }

        @Override
        public boolean isDone() {
            return published || abandoned;
        }
    }
}
