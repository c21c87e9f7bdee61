package dev.reeve.journal.local;

import dev.reeve.journal.Journal;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.PayloadFiles;
import dev.reeve.journal.RecoveryReport;
import dev.reeve.journal.RecoveryTarget;
import dev.reeve.journal.SnapshotReceiver;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.WriteAdmission;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of a single server: entries may be applied as soon as they are appended, and answered when they are on
 * the local disk.
 *
 * <p>Entries are copied into the open one of two buffers, or referred to by it if they are large; the other one belongs to the {@link
 * BatchWriter} while it is written. A flush is one volatile write, so the loop thread never blocks on another thread and allocates nothing.
 */
public final class LocalJournal implements Journal, JournalStatus {
    private static final Logger log = LoggerFactory.getLogger(LocalJournal.class);

    private final JournalSettings settings;
    private final DataDirectory directory;
    private final BatchWriter writer;
    private final DiskSpaceRule space;
    private final SnapshotStore snapshots;
    final LocalPayloads payloads;
    final TurnThread writing;
    final TurnThread housekeeping;
    private final RecoveryReport recovered;
    private final AtomicLong visibleAppendedBytes = new AtomicLong();
    private Batch open = new Batch();
    private Batch other = new Batch();
    private long lastAppended;
    private long appendedBytes;
    private boolean closed;

    /** Recovers the directory content. The threads are not started: the caller has to run their turns. */
    LocalJournal(
            Disk disk,
            JournalSettings settings,
            RecoveryTarget recovery,
            JournalListener listener,
            LongSupplier nanoTime)
            throws IOException {
        RecoveredJournal found = RecoveredJournal.open(disk, settings, recovery);
        this.settings = settings;
        directory = found.directory();
        recovered = found.report();
        lastAppended = recovered.lastPosition();
        writer = new BatchWriter(settings, listener, nanoTime, found, this::wakeHousekeeping);
        writing = new TurnThread(writer::turn);
        Housekeeper housekeeper = new Housekeeper(found, settings, listener, nanoTime, writer, writing::wake);
        space = housekeeper.space;
        snapshots = housekeeper.snapshots;
        payloads = housekeeper.payloads;
        housekeeping = new TurnThread(housekeeper::turn);
        payloads.housekeeping(housekeeping);
    }

    /** Recovers the directory content and starts the threads. */
    public static LocalJournal open(
            Disk disk, JournalSettings settings, RecoveryTarget recovery, JournalListener listener) throws IOException {
        LocalJournal journal = new LocalJournal(disk, settings, recovery, listener, System::nanoTime);
        journal.writing.start("reeve-journal");
        journal.housekeeping.start("reeve-housekeeping");
        journal.payloads.reading.start("reeve-payloads");
        return journal;
    }

    /** The writer, for a caller in this package that waits for each of its batches. */
    BatchWriter writer() {
        return writer;
    }

    private void wakeHousekeeping() {
        housekeeping.wake();
    }

    @Override
    public long writtenBytes() {
        return writer.writtenBytes();
    }

    @Override
    public long bytesSinceSnapshot() {
        return snapshots.journalBytesSince();
    }

    @Override
    public long busyNanos() {
        return writer.busyNanos();
    }

    @Override
    public long freeBytes() {
        return space.freeBytes();
    }

    @Override
    public long neededBytes() {
        return space.neededBytes();
    }

    @Override
    public RecoveryReport recovered() {
        return recovered;
    }

    @Override
    public boolean isInSnapshot() {
        return lastAppended > 0 && snapshots.publishedPosition() == lastAppended;
    }

    @Override
    public long append(byte[] bytes, int offset, int length) {
        open.add(lastAppended + 1, bytes, offset, length);
        lastAppended++;
        addAppended(Integer.BYTES + length);
        return lastAppended;
    }

    @Override
    public long append(List<ByteBuffer> pieces) {
        int length = open.add(lastAppended + 1, pieces);
        lastAppended++;
        addAppended(Integer.BYTES + length);
        return lastAppended;
    }

    @Override
    public boolean cut(long position) {
        if (open.isEmpty() || position != lastAppended) {
            return false;
        }
        addAppended(-open.removeLast());
        lastAppended--;
        return true;
    }

    private void addAppended(int bytes) {
        appendedBytes += bytes;
        visibleAppendedBytes.lazySet(appendedBytes);
    }

    @Override
    public void flush() {
        if (offer() && !writer.tryWriteOnLoop()) {
            writing.wake();
        }
    }

    /** Gives the open batch to the writer, which is not woken. False if there is none, or the writer has one already. */
    boolean offer() {
        if (open.isEmpty() || !writer.isIdle()) {
            return false;
        }
        Batch flushed = open;
        open = other;
        other = flushed;
        open.clear();
        flushed.appendedBytes(appendedBytes);
        writer.offer(flushed);
        return true;
    }

    @Override
    public long lastAppended() {
        return lastAppended;
    }

    @Override
    public long mayApply() {
        return lastAppended;
    }

    @Override
    public long mayReply() {
        return writer.repliablePosition();
    }

    @Override
    public long unsyncedBytes() {
        return visibleAppendedBytes.get() - writer.repliableBytes();
    }

    @Override
    public WriteAdmission room() {
        return space.room(unsyncedBytes());
    }

    @Override
    public boolean hasFault() {
        return space.hasFault();
    }

    @Override
    public void liveBytes(long bytes) {
        space.liveBytes(bytes);
    }

    @Override
    public boolean snapshotDue() {
        return exceedsLiveData(snapshots.journalBytesSince()) && !snapshots.isRunning() && !snapshots.isPaused();
    }

    private boolean exceedsLiveData(long journalBytes) {
        int segmentBytes = settings.segmentBytes();
        if (journalBytes >= Math.max(space.liveBytes(), segmentBytes)) {
            return true;
        }
        // On a full disk a snapshot frees space, so it is due earlier.
        return space.isTight()
                && (journalBytes >= segmentBytes / 4 || (journalBytes > 0 && room() == WriteAdmission.NONE));
    }

    @Override
    public SnapshotTarget startSnapshot(long position) {
        if (position > lastAppended) {
            throw new IllegalArgumentException("expected a position up to " + lastAppended + ", but got " + position);
        }
        return snapshots.start(position, this::wakeHousekeeping);
    }

    @Override
    public PayloadFiles payloads() {
        return payloads;
    }

    @Override
    public void copySnapshot(long position, SnapshotReceiver receiver) {
        snapshots.copies().add(position, receiver);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (!open.isEmpty()) {
            open.appendedBytes(appendedBytes);
            writer.offerLast(open);
        }
        writing.stop(housekeeping::takeTurn);
        housekeeping.stop(() -> {});
        payloads.reading.stop(() -> {});
        release();
    }

    private void release() {
        try {
            if (!writer.hasFailed()) {
                directory.recordSynced(writer.syncedPosition());
                directory.deleteUnlisted();
            }
        } catch (IOException e) {
            log.warn("cannot record the synced position in the manifest of {}: {}", directory.disk(), e.toString());
        }
        try {
            payloads.store().close();
            directory.close();
        } catch (IOException e) {
            log.warn("cannot close data directory {}: {}", directory.disk(), e.toString());
        }
    }
}
