package dev.reeve.node;

import dev.reeve.journal.Journal;
import dev.reeve.journal.PayloadFiles;
import dev.reeve.journal.SnapshotReceiver;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.WriteAdmission;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An in-memory journal that is advanced by the test: flushed entries become durable at {@link #sync}. In the replicated
 * mode entries may not even be applied before that.
 */
public final class ManualJournal implements Journal {
    public final List<byte[]> entries = new ArrayList<>();
    /** What the last large entry consisted of. */
    List<ByteBuffer> lastPieces = List.of();

    private final boolean appliesAtCommit;
    private int flushed;
    private long durable;
    private WriteAdmission room = WriteAdmission.AMPLE;
    boolean fault;
    boolean snapshotDue;
    boolean slowSnapshots;
    boolean repliesAtFlush;

    @Nullable
    PayloadFiles payloads;

    @Nullable
    volatile MemorySnapshot snapshot;

    public ManualJournal(boolean appliesAtCommit) {
        this.appliesAtCommit = appliesAtCommit;
    }

    @Override
    public long append(byte[] bytes, int offset, int length) {
        entries.add(Arrays.copyOfRange(bytes, offset, offset + length));
        return entries.size();
    }

    @Override
    public long append(List<ByteBuffer> pieces) {
        lastPieces = List.copyOf(pieces);
        return Journal.super.append(pieces);
    }

    @Override
    public boolean cut(long position) {
        if (position <= flushed || position != entries.size()) {
            return false;
        }
        entries.remove(entries.size() - 1);
        return true;
    }

    @Override
    public void flush() {
        flushed = entries.size();
        if (repliesAtFlush) {
            durable = flushed;
        }
    }

    boolean flushedAll() {
        return flushed == entries.size();
    }

    /** Makes at most this many flushed entries durable; returns whether there were any. */
    public boolean sync(int most) {
        long before = durable;
        durable = Math.min(flushed, durable + most);
        return durable != before;
    }

    /** Removes the entries from this position on, which are not durable. */
    void lose(long position) {
        if (position <= durable) {
            throw new IllegalArgumentException("position " + position + " is durable");
        }
        entries.subList((int) position - 1, entries.size()).clear();
        flushed = Math.min(flushed, entries.size());
    }

    /** Adds entries that were committed elsewhere, together with all entries before them. */
    void install(List<byte[]> committed) {
        entries.addAll(committed);
        flushed = entries.size();
        durable = flushed;
    }

    long durable() {
        return durable;
    }

    @Override
    public long lastAppended() {
        return entries.size();
    }

    @Override
    public long mayApply() {
        return appliesAtCommit ? durable : entries.size();
    }

    @Override
    public long mayReply() {
        return durable;
    }

    @Override
    public long unsyncedBytes() {
        long bytes = 0;
        for (int i = (int) durable; i < entries.size(); i++) {
            bytes += entries.get(i).length;
        }
        return bytes;
    }

    @Override
    public WriteAdmission room() {
        return room;
    }

    @Override
    public boolean hasFault() {
        return fault;
    }

    void room(WriteAdmission value) {
        room = value;
    }

    @Override
    public void liveBytes(long bytes) {}

    @Override
    public boolean snapshotDue() {
        return snapshotDue;
    }

    @Override
    public SnapshotTarget startSnapshot(long position) {
        snapshotDue = false;
        snapshot = new MemorySnapshot(position, slowSnapshots);
        return snapshot;
    }

    /** The positions from which copies were asked for, and who gets them. */
    final List<Long> copyPositions = new ArrayList<>();

    final List<SnapshotReceiver> copyReceivers = new ArrayList<>();

    @Override
    public void copySnapshot(long position, SnapshotReceiver receiver) {
        copyPositions.add(position);
        copyReceivers.add(receiver);
    }

    @Override
    public @Nullable PayloadFiles payloads() {
        return payloads;
    }

    @Override
    public void close() {
        flush();
        durable = flushed;
    }

    static final class MemorySnapshot implements SnapshotTarget {
        final long position;
        final boolean isSlow;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        /** Bytes added here count as queued until a test removes them. */
        final AtomicLong queued = new AtomicLong();

        long mostQueued;
        boolean finished;
        boolean abandoned;

        MemorySnapshot(long position, boolean isSlow) {
            this.position = position;
            this.isSlow = isSlow;
        }

        @Override
        public void write(byte[] chunk, int length) {
            bytes.write(chunk, 0, length);
            mostQueued = Math.max(mostQueued, isSlow ? queued.addAndGet(length) : 0);
        }

        @Override
        public long queuedBytes() {
            return queued.get();
        }

        @Override
        public void finish() {
            finished = true;
        }

        @Override
        public void abandon() {
            abandoned = true;
        }

        @Override
        public boolean isDone() {
            return finished || abandoned;
        }
    }
}
