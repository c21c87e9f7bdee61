package dev.reeve.journal.local;

import dev.reeve.journal.Journal;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.RecoveryReport;
import dev.reeve.journal.RecoveryTarget;
import dev.reeve.journal.SnapshotTarget;
import dev.reeve.journal.WriteAdmission;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of a single server: entries may be applied as soon as they are appended, and answered when they are on
 * the local disk.
 *
 * <p>Entries are copied into the open one of two buffers; the other one belongs to the {@link BatchWriter} while it is
 * written. A flush is one compare-and-set, so the loop thread never blocks on another thread and allocates nothing.
 */
public final class LocalJournal implements Journal, JournalStatus {
    private static final Logger log = LoggerFactory.getLogger(LocalJournal.class);

    private final Parts parts;
    final TurnThread writing;
    final TurnThread housekeeping;
    private final RecoveryReport recovered;
    private final AtomicLong visibleAppendedBytes = new AtomicLong();
    private Batch open = new Batch();
    private Batch other = new Batch();
    private long lastAppended;
    private long appendedBytes;
    private boolean closed;

    /** State shared by the two threads and the loop. */
    record Parts(
            JournalSettings settings,
            DataDirectory directory,
            JournalListener listener,
            LongSupplier nanoTime,
            SpareSegments spareSegments,
            BatchWriter writer,
            DiskSpaceRule space,
            SnapshotStore snapshots) {}

    /** Recovers the directory content. The threads are not started: the caller has to run their turns. */
    LocalJournal(
            Disk disk,
            JournalSettings settings,
            RecoveryTarget recovery,
            JournalListener listener,
            LongSupplier nanoTime)
            throws IOException {
        RecoveredJournal found = RecoveredJournal.open(disk, settings, recovery);
        recovered = found.report();
        lastAppended = recovered.lastPosition();
        SpareSegments spareSegments = new SpareSegments(found.spareSegments());
        BatchWriter writer =
                new BatchWriter(settings, listener, nanoTime, found, spareSegments, this::wakeHousekeeping);
        DiskSpaceRule space = new DiskSpaceRule(disk, settings, spareSegments, writer);
        SnapshotStore snapshots = new SnapshotStore(found, writer, listener, nanoTime);
        parts = new Parts(settings, found.directory(), listener, nanoTime, spareSegments, writer, space, snapshots);
        writing = new TurnThread(writer::turn);
        housekeeping = new TurnThread(new Housekeeper(parts, writing::wake)::turn);
    }

    /** Recovers the directory content and starts the threads. */
    public static LocalJournal open(
            Disk disk, JournalSettings settings, RecoveryTarget recovery, JournalListener listener) throws IOException {
        LocalJournal journal = new LocalJournal(disk, settings, recovery, listener, System::nanoTime);
        journal.writing.start("reeve-journal");
        journal.housekeeping.start("reeve-housekeeping");
        return journal;
    }

    private void wakeHousekeeping() {
        housekeeping.wake();
    }

    @Override
    public long writtenBytes() {
        return parts.writer.writtenBytes();
    }

    @Override
    public long busyNanos() {
        return parts.writer.busyNanos();
    }

    @Override
    public long freeBytes() {
        return parts.space.freeBytes();
    }

    @Override
    public long neededBytes() {
        return parts.space.neededBytes();
    }

    @Override
    public RecoveryReport recovered() {
        return recovered;
    }

    @Override
    public boolean isInSnapshot() {
        return lastAppended > 0 && parts.snapshots.publishedPosition() == lastAppended;
    }

    @Override
    public long append(byte[] bytes, int offset, int length) {
        open.add(lastAppended + 1, bytes, offset, length);
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
        if (open.isEmpty() || !parts.writer.isIdle()) {
            return;
        }
        Batch flushed = open;
        open = other;
        other = flushed;
        open.clear();
        flushed.appendedBytes(appendedBytes);
        parts.writer.offer(flushed);
        if (!parts.writer.tryWriteOnLoop()) {
            writing.wake();
        }
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
        return parts.writer.repliablePosition();
    }

    @Override
    public long unsyncedBytes() {
        return visibleAppendedBytes.get() - parts.writer.repliableBytes();
    }

    @Override
    public WriteAdmission room() {
        return parts.space.room(unsyncedBytes());
    }

    @Override
    public void liveBytes(long bytes) {
        parts.space.liveBytes(bytes);
    }

    @Override
    public boolean snapshotDue() {
        SnapshotStore snapshots = parts.snapshots;
        return exceedsLiveData(snapshots.journalBytesSince()) && !snapshots.isRunning() && !snapshots.isPaused();
    }

    private boolean exceedsLiveData(long journalBytes) {
        int segmentBytes = parts.settings.segmentBytes();
        if (journalBytes >= Math.max(parts.space.liveBytes(), segmentBytes)) {
            return true;
        }
        // On a full disk a snapshot frees space, so it is due earlier.
        return parts.space.isTight()
                && (journalBytes >= segmentBytes / 4 || (journalBytes > 0 && room() == WriteAdmission.NONE));
    }

    @Override
    public SnapshotTarget startSnapshot(long position) {
        if (position > lastAppended) {
            throw new IllegalArgumentException("expected a position up to " + lastAppended + ", but got " + position);
        }
        return parts.snapshots.start(position, this::wakeHousekeeping);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (!open.isEmpty()) {
            open.appendedBytes(appendedBytes);
            parts.writer.offerLast(open);
        }
        writing.stop(housekeeping::takeTurn);
        housekeeping.stop(() -> {});
        release();
    }

    private void release() {
        DataDirectory directory = parts.directory;
        try {
            if (!parts.writer.hasFailed()) {
                directory.recordSynced(parts.writer.syncedPosition());
                directory.deleteUnlisted();
            }
        } catch (IOException e) {
            log.warn("cannot record the synced position in the manifest of {}: {}", directory.disk(), e.toString());
        }
        try {
            directory.close();
        } catch (IOException e) {
            log.warn("cannot close data directory {}: {}", directory.disk(), e.toString());
        }
    }
}
