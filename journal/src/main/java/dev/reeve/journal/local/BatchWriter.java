package dev.reeve.journal.local;

import dev.reeve.journal.JournalListener;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The work of the journal thread: one write and one sync of the live segment for each batch.
 *
 * <p>Batches arrive through a slot for one batch, which is cleared once the batch is written. Until then the loop
 * thread fills the other buffer, so all entries that arrive during one sync go out with the next.
 *
 * <p>If replies do not depend on a sync, the loop thread may write a batch itself, which saves two thread switches. It
 * never blocks for that: while the journal thread is writing, or if the batch is large or the live segment is full, the batch is left to the
 * journal thread. A sync that no reply depends on does not block writes of the loop.
 *
 * <p>Invariants: a position becomes repliable only after the write or the sync that its durability requires. A header
 * records as synced only bytes that were synced before. A segment is sealed and synced completely before the next one
 * gets its first batch. After the first failure nothing is written, synced or repliable any more: after a failed sync
 * the disk content is unknown, and a later successful sync proves nothing.
 */
final class BatchWriter {
    private static final String CANNOT_WRITE = "cannot write the journal";
    /** What is larger takes the loop longer than a turn. */
    private static final int MOST_BYTES_OF_LOOP = 256 << 10;
    /** Delay of the mark after the last sync of a burst. */
    private static final long MARK_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final JournalSettings settings;
    private final JournalListener listener;
    private final LongSupplier nanoTime;
    private final SpareSegments spareSegments;
    private final Runnable housekeeping;
    private final CRC32C crc = new CRC32C();
    private final SlowSyncWarning slowSyncs;
    private final ReentrantLock turnLock = new ReentrantLock();

    private @Nullable Segment live;
    private long lastSyncNanos;
    private boolean needsMark;
    private volatile boolean waitingForSegment;
    private volatile @Nullable Batch slot;
    private volatile @Nullable Batch last;
    private volatile int liveFreeBytes;
    private volatile long writtenPosition;
    private volatile long syncedPosition;
    private volatile long repliableBytes;
    private volatile long writtenBytes;
    private volatile long sealUpTo;
    private volatile boolean syncRequested;
    private volatile boolean hasFailed;
    private volatile boolean busy;
    private volatile long busySinceNanos;
    private volatile boolean loopWriting;
    private volatile long loopWriteSinceNanos;

    /** Continues after the last position of a previous run, all of which is durable. */
    BatchWriter(
            JournalSettings settings,
            JournalListener listener,
            LongSupplier nanoTime,
            RecoveredJournal found,
            Runnable housekeeping) {
        this.settings = settings;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.spareSegments = new SpareSegments(found.spareSegments());
        this.housekeeping = housekeeping;
        this.slowSyncs = new SlowSyncWarning(settings.slowSyncMillis());
        Segment segment = found.live();
        live = segment;
        liveFreeBytes = segment == null ? 0 : segment.freeBytes();
        writtenPosition = found.report().lastPosition();
        syncedPosition = writtenPosition;
        needsMark = !found.marked();
        lastSyncNanos = nanoTime.getAsLong();
    }

    SpareSegments spareSegments() {
        return spareSegments;
    }

    /** Whether the slot is empty. */
    boolean isIdle() {
        return slot == null;
    }

    /** Puts the batch into the slot, which must be empty. Loop thread. */
    void offer(Batch batch) {
        slot = batch;
    }

    /**
     * Writes the batch in the slot if no reply depends on its sync. False if the journal thread has to be woken. Loop
     * thread.
     */
    boolean tryWriteOnLoop() {
        if (settings.durability() == Durability.ALWAYS || !turnLock.tryLock()) {
            return false;
        }
        try {
            clearInterrupt();
            return !hasFailed && writeToLive();
        } catch (Throwable e) {
            fail(CANNOT_WRITE, e);
            return true;
        } finally {
            turnLock.unlock();
        }
    }

    /** False if the journal thread has to write the batch, or has to schedule a sync. */
    private boolean writeToLive() throws IOException {
        Segment segment = live;
        Batch batch = slot;
        if (batch == null
                || segment == null
                || batch.paddedBytes() > Math.min(segment.freeBytes(), MOST_BYTES_OF_LOOP)) {
            return false;
        }
        boolean syncScheduled = syncedPosition < writtenPosition;
        loopWriteSinceNanos = nanoTime.getAsLong();
        loopWriting = true;
        write(batch, segment);
        loopWriting = false;
        slot = null;
        return syncScheduled;
    }

    /** Sets the final batch, which is written after the one in the slot. Loop thread. */
    void offerLast(Batch batch) {
        last = batch;
    }

    long repliablePosition() {
        return settings.durability() == Durability.ALWAYS ? syncedPosition : writtenPosition;
    }

    long syncedPosition() {
        return syncedPosition;
    }

    /** The part of the appended bytes that may be answered, counted since the journal was opened. */
    long repliableBytes() {
        return repliableBytes;
    }

    /** Disk bytes used by batches since the journal was opened. */
    long writtenBytes() {
        return writtenBytes;
    }

    /** The segment of the last batch. Valid for a thread that saw the batch synced, until it offers the next one. */
    @Nullable
    Segment lastBatchSegment() {
        return live;
    }

    /** Why the batch in the slot cannot be written for now; null if nothing hinders it. Any thread. */
    @Nullable
    Throwable hindrance() {
        return waitingForSegment ? spareSegments.failure() : null;
    }

    int liveFreeBytes() {
        return liveFreeBytes;
    }

    boolean hasFailed() {
        return hasFailed;
    }

    /** How long the current write or sync has been running, including the wait for a segment; 0 if idle. Any thread. */
    long busyNanos() {
        long now = nanoTime.getAsLong();
        long onWriter = busy ? now - busySinceNanos : 0;
        long onLoop = loopWriting ? now - loopWriteSinceNanos : 0;
        return Math.max(0, Math.max(onWriter, onLoop));
    }

    /** Requests a sync, regardless of the durability setting. Any thread; the caller wakes the journal thread. */
    void requestSync() {
        syncRequested = true;
    }

    /**
     * Requests to seal the live segment if it has no entry above this position. Any thread; the caller wakes the
     * journal thread.
     */
    void requestSealUpTo(long position) {
        sealUpTo = position;
    }

    /** Runs one turn, see {@link TurnThread.Turn}. */
    long turn(boolean stopping) {
        turnLock.lock();
        try {
            clearInterrupt();
            markBusy();
            long next = workOnce(stopping);
            busy = waitingForSegment;
            return next;
        } catch (Throwable e) {
            fail(CANNOT_WRITE, e);
            return afterFailure(stopping);
        } finally {
            turnLock.unlock();
        }
    }

    private static long afterFailure(boolean stopping) {
        return stopping ? TurnThread.DONE : TurnThread.WHEN_WOKEN;
    }

    /**
     * Clears the interrupt flag, because an interrupt would close the file. Reeve interrupts no thread, but a library
     * may.
     */
    private static void clearInterrupt() {
        Thread.interrupted();
    }

    /** Starts the busy time, unless it is running. */
    private void markBusy() {
        if (!busy) {
            busySinceNanos = nanoTime.getAsLong();
            busy = true;
        }
    }

    /** Stops all writing permanently, because files beside the segments failed. Any thread. */
    void failBecause(String message, Throwable cause) {
        turnLock.lock();
        try {
            fail(message, cause);
        } finally {
            turnLock.unlock();
        }
    }

    /** Stops all writing permanently. */
    private void fail(String message, Throwable cause) {
        if (!hasFailed) {
            hasFailed = true;
            listener.failed(message, cause);
        }
    }

    private long workOnce(boolean stopping) throws IOException {
        if (!hasFailed) {
            syncIfDue();
        }
        // A write of the loop may have failed before this turn, or during the sync.
        if (hasFailed) {
            return afterFailure(stopping);
        }
        Batch queued = slot;
        Batch batch = queued == null && stopping ? last : queued;
        if (batch != null) {
            if (!write(batch)) {
                return waitForSegment(stopping);
            }
            if (queued == null) {
                last = null;
            } else {
                slot = null;
            }
            listener.advanced();
            return TurnThread.IMMEDIATELY;
        }
        sealIfRequested();
        if (stopping) {
            finish();
            return TurnThread.DONE;
        }
        return idle();
    }

    /** Waits for a segment. Only a stop turns the lack of a segment into a failure. */
    private long waitForSegment(boolean stopping) throws IOException {
        Throwable failure = spareSegments.failure();
        if (stopping && failure != null) {
            throw new IOException(
                    DiskSpaceRule.isLackOfSpace(failure)
                            ? "no disk space for the entries not yet written"
                            : "no segment for the entries not yet written: " + failure);
        }
        return TurnThread.WHEN_WOKEN;
    }

    private boolean write(Batch batch) throws IOException {
        Segment segment = segmentFor(batch.paddedBytes());
        waitingForSegment = segment == null;
        if (segment == null) {
            return false;
        }
        write(batch, segment);
        return true;
    }

    private void write(Batch batch, Segment segment) throws IOException {
        segment.write(batch, batch.content(crc));
        liveFreeBytes = segment.freeBytes();
        addWrittenBytes(batch.paddedBytes());
        listener.wrote((int) (batch.lastPosition() - writtenPosition));
        writtenPosition = batch.lastPosition();
        needsMark = true;
        if (settings.durability() == Durability.ALWAYS) {
            sync(segment);
        }
        repliableBytes = batch.appendedBytes();
        batch.forgetPieces();
    }

    private void addWrittenBytes(int bytes) {
        long before = writtenBytes;
        writtenBytes = before + bytes;
    }

    /** The live segment, or the next one if the batch does not fit; null if no segment is ready. */
    private @Nullable Segment segmentFor(int batchBytes) throws IOException {
        Segment segment = live;
        while (segment == null || segment.freeBytes() < batchBytes) {
            if (spareSegments.largestFreeBytes() < batchBytes) {
                spareSegments.request(batchBytes);
                housekeeping.run();
                return null;
            }
            if (segment != null && !segment.isSealed()) {
                seal(segment);
            }
            segment = spareSegments.take();
            live = segment;
            housekeeping.run();
        }
        spareSegments.request(0);
        return segment;
    }

    private void seal(Segment segment) throws IOException {
        boolean requested = takeSyncRequest();
        segment.seal(writtenPosition + 1);
        liveFreeBytes = 0;
        synced(writtenPosition, requested);
        needsMark = false;
    }

    /** Seals the live segment early if a snapshot covers it and the full disk has no space for another segment. */
    private void sealIfRequested() throws IOException {
        Segment segment = live;
        if (sealUpTo > 0 && segment != null && !segment.isSealed() && writtenPosition <= sealUpTo) {
            seal(segment);
            housekeeping.run();
        }
        sealUpTo = 0;
    }

    /** Syncs without the lock, so that the loop may write to the segment in the meantime. */
    private void sync(Segment segment) throws IOException {
        boolean requested = takeSyncRequest();
        long position = writtenPosition;
        long startNanos = nanoTime.getAsLong();
        turnLock.unlock();
        try {
            segment.sync();
        } finally {
            turnLock.lock();
        }
        slowSyncs.synced(startNanos, nanoTime.getAsLong());
        synced(position, requested);
        listener.synced(lastSyncNanos - startNanos);
    }

    /** Clears the sync request, and returns whether there was one. */
    private boolean takeSyncRequest() {
        boolean requested = syncRequested;
        syncRequested = false;
        return requested;
    }

    private void synced(long position, boolean requested) {
        lastSyncNanos = nanoTime.getAsLong();
        syncedPosition = position;
        if (requested) {
            housekeeping.run();
        }
    }

    private void syncIfDue() throws IOException {
        Segment segment = live;
        if (segment != null && syncedPosition < writtenPosition && syncDueNanos() == 0) {
            sync(segment);
            listener.advanced();
        }
    }

    /** Nothing to write: writes the mark if it is due, and returns the time until the next sync or mark. */
    private long idle() throws IOException {
        Segment segment = live;
        if (segment == null || segment.isSealed()) {
            return TurnThread.WHEN_WOKEN;
        }
        if (syncedPosition < writtenPosition) {
            return syncDueNanos();
        }
        if (!needsMark) {
            return TurnThread.WHEN_WOKEN;
        }
        long dueNanos = lastSyncNanos + MARK_DELAY_NANOS - nanoTime.getAsLong();
        if (dueNanos > 0) {
            return dueNanos;
        }
        mark(segment);
        return TurnThread.WHEN_WOKEN;
    }

    private long syncDueNanos() {
        if (syncRequested) {
            return 0;
        }
        if (settings.durability() == Durability.OS) {
            return TurnThread.WHEN_WOKEN;
        }
        long due = lastSyncNanos + TimeUnit.MILLISECONDS.toNanos(settings.syncIntervalMillis());
        return Math.max(0, due - nanoTime.getAsLong());
    }

    /** Proves that all batches before the mark were synced. The mark needs no sync: losing it loses no entry. */
    private void mark(Segment segment) throws IOException {
        if (segment.freeBytes() >= BatchHeader.BYTES) {
            segment.mark(writtenPosition + 1);
            addWrittenBytes(BatchHeader.BYTES);
            liveFreeBytes = segment.freeBytes();
            needsMark = false;
        } else {
            seal(segment);
            housekeeping.run();
        }
    }

    private void finish() throws IOException {
        Segment segment = live;
        if (segment == null || segment.isSealed()) {
            return;
        }
        if (segment.isUnsynced()) {
            sync(segment);
        }
        if (needsMark) {
            mark(segment);
        }
        if (!segment.isSealed()) {
            segment.sync();
        }
    }
}
