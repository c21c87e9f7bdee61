package dev.reeve.server.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What the journal thread does: one write and one sync of the live segment for each batch, and nothing else.
 *
 * <p>Batches come through a slot for one. It is emptied only when its batch is on the disk; until then the loop thread
 * goes on filling the other buffer, so all that arrives during one sync goes out with the next.
 *
 * <p>Where no reply waits for a sync, the loop thread may write a batch by itself, which saves two changes of threads. It
 * never waits for that: while the journal thread is at work, or if there is no room in the live segment, the batch is
 * left to the journal thread. A sync that nobody waits for does not keep the loop from writing.
 *
 * <p>What always holds: a position becomes repliable only after the write, or the sync, that its durability asks for.
 * A header claims as synced only what was synced before. A segment is sealed and synced whole before the next one gets
 * its first batch. After the first failure nothing is written, synced or repliable any more: after a failed sync nobody
 * can say what is on the disk, and a second sync that succeeds would not prove anything.
 */
final class BatchWriter {
    private static final String CANNOT_WRITE = "cannot write the journal";

    private final JournalSettings settings;
    private final JournalListener listener;
    private final LongSupplier nanoTime;
    private final SpareSegments spareSegments;
    private final Runnable housekeeping;
    private final AtomicReference<@Nullable Batch> slot = new AtomicReference<>();
    private final CRC32C crc = new CRC32C();
    private final SlowSyncWarning slowSyncs;
    private final ReentrantLock turns = new ReentrantLock();

    private @Nullable Segment live;
    private long lastSyncNanos;
    private boolean needsMark;
    private boolean waitsForSegment;
    private volatile @Nullable Batch last;
    private volatile int liveRoomBytes;
    private volatile long writtenPosition;
    private volatile long syncedPosition;
    private volatile long repliableBytes;
    private volatile long writtenBytes;
    private volatile long sealUpTo;
    private volatile boolean syncWanted;
    private volatile boolean hasFailed;
    private volatile boolean busy;
    private volatile long busySinceNanos;
    private volatile boolean writesHere;
    private volatile long writesHereSinceNanos;

    BatchWriter(
            JournalSettings settings,
            JournalListener listener,
            LongSupplier nanoTime,
            SpareSegments spareSegments,
            Runnable housekeeping) {
        this.settings = settings;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.spareSegments = spareSegments;
        this.housekeeping = housekeeping;
        this.slowSyncs = new SlowSyncWarning(settings.slowSyncMillis());
    }

    /** Goes on behind the last position of a previous run, all of which is durable. */
    void resume(@Nullable Segment segment, long lastPosition, boolean unmarked) {
        live = segment;
        liveRoomBytes = segment == null ? 0 : segment.roomBytes();
        writtenPosition = lastPosition;
        syncedPosition = lastPosition;
        needsMark = unmarked;
        lastSyncNanos = nanoTime.getAsLong();
    }

    /** Takes the batch if nothing is being written. Loop thread. */
    boolean offer(Batch batch) {
        return slot.compareAndSet(null, batch);
    }

    boolean isIdle() {
        return slot.get() == null;
    }

    /** Writes the batch in the slot if no reply has to wait for its sync. False: wake the worker to see to it. Loop thread. */
    boolean writeHere() {
        if (settings.durability() == Durability.ALWAYS || !turns.tryLock()) {
            return false;
        }
        try {
            beUninterrupted();
            return !hasFailed && writeToLive();
        } catch (Throwable e) {
            fail(CANNOT_WRITE, e);
            return true;
        } finally {
            turns.unlock();
        }
    }

    /** False if somebody else has to write it, or has to know that there is something to sync. */
    private boolean writeToLive() throws IOException {
        Segment segment = live;
        Batch batch = slot.get();
        if (batch == null || segment == null || segment.roomBytes() < batch.paddedBytes()) {
            return false;
        }
        boolean syncIsPlanned = syncedPosition < writtenPosition;
        writesHereSinceNanos = nanoTime.getAsLong();
        writesHere = true;
        write(batch, segment);
        writesHere = false;
        slot.set(null);
        return syncIsPlanned;
    }

    /** The batch to be written after the one in the slot, before the end. Loop thread. */
    void offerLast(Batch batch) {
        last = batch;
    }

    long repliablePosition() {
        return settings.durability() == Durability.ALWAYS ? syncedPosition : writtenPosition;
    }

    long syncedPosition() {
        return syncedPosition;
    }

    /** Of the bytes appended over the life of this journal, those that may be answered. */
    long repliableBytes() {
        return repliableBytes;
    }

    /** What the batches took on the disk since the journal was opened. */
    long writtenBytes() {
        return writtenBytes;
    }

    int liveRoomBytes() {
        return liveRoomBytes;
    }

    boolean hasFailed() {
        return hasFailed;
    }

    /** How long it has been at the same piece of work, a batch that waits for a segment included; 0 if idle. Any thread. */
    long busyNanos() {
        long now = nanoTime.getAsLong();
        long atWork = busy ? now - busySinceNanos : 0;
        long here = writesHere ? now - writesHereSinceNanos : 0;
        return Math.max(0, Math.max(atWork, here));
    }

    /** Asks for a sync soon, whatever the durability is. Any thread; wake the worker afterwards. */
    void wantSync() {
        syncWanted = true;
    }

    /** Asks to end the live segment if it holds nothing above this position. Any thread; wake the worker afterwards. */
    void wantSealUpTo(long position) {
        sealUpTo = position;
    }

    /** Takes a turn, see {@link TurnThread.Turn}. */
    long turn(boolean stopping) {
        turns.lock();
        try {
            beUninterrupted();
            begin();
            long next = workOnce(stopping);
            busy = waitsForSegment;
            return next;
        } catch (Throwable e) {
            fail(CANNOT_WRITE, e);
            return afterFailure(stopping);
        } finally {
            turns.unlock();
        }
    }

    private static long afterFailure(boolean stopping) {
        return stopping ? TurnThread.DONE : TurnThread.WHEN_WOKEN;
    }

    /** An interrupt would close the file. Nobody here interrupts, but a library may. */
    private static void beUninterrupted() {
        Thread.interrupted();
    }

    /** Is at work from now on, or still is. */
    private void begin() {
        if (!busy) {
            busySinceNanos = nanoTime.getAsLong();
            busy = true;
        }
    }

    /** Gives up for good. */
    private void fail(String what, Throwable cause) {
        if (!hasFailed) {
            hasFailed = true;
            listener.failed(what, cause);
        }
    }

    private long workOnce(boolean stopping) throws IOException {
        if (!hasFailed) {
            syncIfDue();
        }
        // The loop may have failed before this turn, or beside the sync.
        if (hasFailed) {
            return afterFailure(stopping);
        }
        Batch batch = slot.get();
        if (batch != null) {
            if (!write(batch)) {
                return waitForSegment(stopping);
            }
            slot.set(null);
            listener.advanced();
            return TurnThread.AT_ONCE;
        }
        Batch lastOne = last;
        if (stopping && lastOne != null) {
            if (!write(lastOne)) {
                return waitForSegment(stopping);
            }
            last = null;
            listener.advanced();
            return TurnThread.AT_ONCE;
        }
        sealIfWanted();
        if (stopping) {
            finish();
            return TurnThread.DONE;
        }
        return idle();
    }

    /** Without room nothing is lost but time, unless this is the end. */
    private long waitForSegment(boolean stopping) throws IOException {
        if (stopping && spareSegments.areExhausted()) {
            throw new IOException("there is no space for the entries that were not written yet");
        }
        return TurnThread.WHEN_WOKEN;
    }

    private boolean write(Batch batch) throws IOException {
        Segment segment = segmentFor(batch.paddedBytes());
        waitsForSegment = segment == null;
        if (segment == null) {
            return false;
        }
        write(batch, segment);
        return true;
    }

    private void write(Batch batch, Segment segment) throws IOException {
        segment.write(batch, batch.content(crc));
        liveRoomBytes = segment.roomBytes();
        took(batch.paddedBytes());
        listener.wrote((int) (batch.lastPosition() - writtenPosition));
        writtenPosition = batch.lastPosition();
        needsMark = true;
        if (settings.durability() == Durability.ALWAYS) {
            sync(segment);
        }
        repliableBytes = batch.appendedBytes();
    }

    private void took(int bytes) {
        long before = writtenBytes;
        writtenBytes = before + bytes;
    }

    /** The live segment, or the next one if the batch does not fit; null if there is none yet. */
    private @Nullable Segment segmentFor(int batchBytes) throws IOException {
        Segment segment = live;
        while (segment == null || segment.roomBytes() < batchBytes) {
            if (spareSegments.roomBytes() < batchBytes) {
                spareSegments.want(batchBytes);
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
        spareSegments.want(0);
        return segment;
    }

    private void seal(Segment segment) throws IOException {
        boolean wanted = takeWish();
        segment.seal(writtenPosition + 1);
        liveRoomBytes = 0;
        synced(writtenPosition, wanted);
        needsMark = false;
    }

    /** Ends the live segment early when a snapshot covers it and a full disk has no other to offer. */
    private void sealIfWanted() throws IOException {
        Segment segment = live;
        if (sealUpTo > 0 && segment != null && !segment.isSealed() && writtenPosition <= sealUpTo) {
            seal(segment);
            housekeeping.run();
        }
        sealUpTo = 0;
    }

    /** The loop may write to the segment meanwhile, unless it has to wait for this sync anyway. */
    private void sync(Segment segment) throws IOException {
        boolean wanted = takeWish();
        long position = writtenPosition;
        long startNanos = nanoTime.getAsLong();
        turns.unlock();
        try {
            segment.sync();
        } finally {
            turns.lock();
        }
        slowSyncs.took(startNanos, nanoTime.getAsLong());
        synced(position, wanted);
        listener.synced(lastSyncNanos - startNanos);
    }

    /** Whether somebody waits for a sync that begins now. */
    private boolean takeWish() {
        boolean wanted = syncWanted;
        syncWanted = false;
        return wanted;
    }

    private void synced(long position, boolean wanted) {
        lastSyncNanos = nanoTime.getAsLong();
        syncedPosition = position;
        if (wanted) {
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

    /** Nothing to write: says when the next sync is due, and writes the mark if it is. */
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
        long dueNanos =
                lastSyncNanos + TimeUnit.MILLISECONDS.toNanos(settings.markDelayMillis()) - nanoTime.getAsLong();
        if (dueNanos > 0) {
            return dueNanos;
        }
        mark(segment);
        return TurnThread.WHEN_WOKEN;
    }

    private long syncDueNanos() {
        if (syncWanted) {
            return 0;
        }
        if (settings.durability() == Durability.OS) {
            return TurnThread.WHEN_WOKEN;
        }
        long due = lastSyncNanos + TimeUnit.MILLISECONDS.toNanos(settings.syncIntervalMillis());
        return Math.max(0, due - nanoTime.getAsLong());
    }

    /** Proves that what is before it was synced. It needs no sync of its own: lost, it is only missing. */
    private void mark(Segment segment) throws IOException {
        if (segment.roomBytes() >= BatchHeader.BYTES) {
            segment.mark(writtenPosition + 1);
            took(BatchHeader.BYTES);
            liveRoomBytes = segment.roomBytes();
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
