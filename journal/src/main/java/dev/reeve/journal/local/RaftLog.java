package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.settings.HeapBoundedLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log and the vote of one member of a replicated group, in a journal of its own.
 *
 * <p>The journal is only appended to: an entry, a cut at either end and a vote are records of it, and the log is what they
 * add up to. So all that holds for a journal holds here: a torn end is dropped, damage is refused with file and offset.
 *
 * <p>Invariants: every change is synced when its method returns, and visible to readers only then. After a failure
 * nothing more is changed; the listener was told once. Thread-safe: changes wait for each other, and readers wait for no
 * change.
 */
public final class RaftLog implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RaftLog.class);

    /** The newest entries are kept in memory up to this size, and up to this part of the heap; others are read from the disk. */
    private static final long MOST_CACHED_BYTES = 64 << 20;

    private static final int HEAP_DIVISOR = 16;
    /** Entries appended together are split into batches of about this size. */
    private static final int BATCH_BYTES = 4 << 20;

    private final Disk disk;
    private final RaftIndex index;
    private final RaftProgress progress;
    private final SegmentBytes segments;
    final LocalJournal journal;
    private volatile RaftVote vote;
    private long basePosition;

    /** Recovers the log. The threads are not started: each change takes their turns. */
    RaftLog(Disk disk, JournalSettings settings, JournalListener listener, long cacheBytes, LongSupplier nanoTime)
            throws IOException {
        this.disk = disk;
        index = new RaftIndex(cacheBytes);
        progress = new RaftProgress(listener);
        segments = new SegmentBytes(disk);
        RaftReplay replay = new RaftReplay(disk, index);
        journal = new LocalJournal(disk, settings.withDurability(Durability.ALWAYS), replay, progress, nanoTime);
        vote = replay.vote();
        basePosition = journal.recovered().snapshotPosition();
    }

    /** Recovers the log, or creates it in an empty directory. */
    public static RaftLog open(Disk disk, JournalSettings settings, JournalListener listener) throws IOException {
        RaftLog opened =
                new RaftLog(disk, settings, listener, cacheBytes(HeapBoundedLimit.usableHeapBytes()), System::nanoTime);
        opened.journal.writing.start("reeve-raft-log");
        opened.journal.housekeeping.start("reeve-raft-log-housekeeping");
        return opened;
    }

    /** What the newest entries may take of a heap that has so much for data and clients. The share that jobs may have does not know of it. */
    static long cacheBytes(long usableHeapBytes) {
        return Math.min(MOST_CACHED_BYTES, usableHeapBytes / HEAP_DIVISOR);
    }

    /** So many entries may come before a snapshot gives them up: more would take too much of such a heap, even if they are small. */
    public static long mostEntries(long usableHeapBytes) {
        return usableHeapBytes / HEAP_DIVISOR / RaftIndex.ENTRY_BYTES;
    }

    /** The index of the first entry; of the next one if there is none. */
    public long first() {
        return index.first();
    }

    /** The index of the last entry; {@link #first} minus 1 if there is none. */
    public long last() {
        return index.last();
    }

    /** The term of an entry; 0 if there is none. */
    public long term(long entryIndex) {
        return index.term(entryIndex);
    }

    /** The indexes of the entries of type {@link RaftEntry.Type#MEMBERS}, in order. */
    public long[] members() {
        return index.members();
    }

    public RaftVote vote() {
        return vote;
    }

    public JournalStatus status() {
        return journal;
    }

    /** Sets the size of the state, for whose next snapshot room is kept. */
    public void stateBytes(long bytes) {
        journal.liveBytes(bytes);
    }

    /** The entry with this index; null if there is none. */
    public @Nullable RaftEntry entry(long entryIndex) throws IOException {
        RaftEntry cached = index.cached(entryIndex);
        if (cached != null) {
            return cached;
        }
        RaftIndex.Place place = index.place(entryIndex);
        if (place == null) {
            return null;
        }
        try {
            return read(entryIndex, place);
        } catch (IOException e) {
            if (!place.equals(index.place(entryIndex))) {
                // Cut meanwhile, and the file is in use for something else.
                return null;
            }
            throw e;
        }
    }

    private RaftEntry read(long entryIndex, RaftIndex.Place place) throws IOException {
        ByteBuffer bytes = segments.read(place);
        String problem;
        try {
            if (RaftRecord.decode(bytes) instanceof RaftRecord.Append append
                    && append.entry().index() == entryIndex) {
                return append.entry();
            }
            problem = "holds something else";
        } catch (IllegalArgumentException e) {
            problem = String.valueOf(e.getMessage());
        }
        throw new JournalCorruptException(
                disk.describe(Manifest.segmentName(place.generation())),
                place.offset(),
                "entry " + entryIndex + " cannot be read: " + problem);
    }

    /** Appends entries, whose indexes follow the last one. */
    public synchronized void append(List<RaftEntry> entries) throws IOException {
        List<RaftEntry> batch = new ArrayList<>();
        int batchBytes = 0;
        for (RaftEntry entry : entries) {
            if (batchBytes > 0 && batchBytes + (long) entry.bytes().length > BATCH_BYTES) {
                appendBatch(batch);
                batch.clear();
                batchBytes = 0;
            }
            batch.add(entry);
            batchBytes += entry.bytes().length;
        }
        if (!batch.isEmpty()) {
            appendBatch(batch);
        }
    }

    private void appendBatch(List<RaftEntry> entries) throws IOException {
        long next = last() + 1;
        for (RaftEntry entry : entries) {
            if (entry.index() != next++) {
                throw new IllegalArgumentException("expected entry " + (next - 1) + ", but got " + entry.index());
            }
        }
        progress.requireNoFailure();
        int[] lengths = new int[entries.size()];
        for (int i = 0; i < lengths.length; i++) {
            byte[] record = new RaftRecord.Append(entries.get(i)).encode();
            journal.append(record, 0, record.length);
            lengths[i] = record.length;
        }
        long lastPosition = journal.lastAppended();
        progress.write(journal, lastPosition);
        Segment segment = Objects.requireNonNull(journal.writer().lastBatchSegment());
        int at = segment.lastBatchOffset() + BatchHeader.BYTES;
        for (int i = 0; i < lengths.length; i++) {
            at += Integer.BYTES;
            RaftIndex.Place place = new RaftIndex.Place(segment.info().generation(), at, lengths[i]);
            index.append(entries.get(i), lastPosition - lengths.length + 1 + i, place);
            at += lengths[i];
        }
    }

    /** Takes back the entries above {@code lastKept}. */
    public synchronized void cutSuffix(long lastKept) throws IOException {
        if (lastKept < first() - 1) {
            throw new IllegalArgumentException("expected at least " + (first() - 1) + ", but got " + lastKept);
        }
        if (lastKept < last()) {
            write(new RaftRecord.CutSuffix(lastKept));
            index.cutSuffix(lastKept);
        }
    }

    /** Gives up the entries below {@code firstKept}, which a snapshot of the state covers, and their files later. */
    public synchronized void cutPrefix(long firstKept) throws IOException {
        if (firstKept > first()) {
            write(new RaftRecord.CutPrefix(firstKept));
            index.cutPrefix(firstKept);
            writeBase();
        }
    }

    /** Gives up all entries; the next one has index {@code next}. */
    public synchronized void reset(long next) throws IOException {
        if (next < 1) {
            throw new IllegalArgumentException("expected an index from 1, but got " + next);
        }
        write(new RaftRecord.Reset(next));
        index.reset(next);
        writeBase();
    }

    public synchronized void vote(RaftVote next) throws IOException {
        if (!next.equals(vote)) {
            write(new RaftRecord.Vote(next));
            vote = next;
        }
    }

    private void write(RaftRecord record) throws IOException {
        progress.requireNoFailure();
        byte[] bytes = record.encode();
        progress.await(journal, journal.append(bytes, 0, bytes.length));
    }

    /** The housekeeping thread writes the base, and retires the segments before it. */
    private void writeBase() throws IOException {
        segments.close();
        long position = index.positionBefore(journal.lastAppended());
        if (position <= basePosition) {
            return;
        }
        basePosition = position;
        byte[] base = new RaftBase(first(), vote).encode();
        SnapshotTarget target = journal.startSnapshot(position);
        target.write(base, base.length);
        target.finish();
    }

    @Override
    public synchronized void close() {
        try {
            segments.close();
        } catch (IOException e) {
            log.warn("cannot close a segment of {}: {}", disk, e.toString());
        }
        journal.close();
    }
}
