package dev.reeve.server.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of a single server: entries may be applied as soon as they are appended, and answered when they are on
 * the local disk.
 *
 * <p>Appending copies into the open one of two buffers; the other one belongs to the {@link BatchWriter} while it is
 * written. The hand-over is one compare-and-set, so the loop thread never waits for another one and allocates nothing.
 */
public final class LocalJournal implements Journal {
    private static final Logger log = LoggerFactory.getLogger(LocalJournal.class);

    private final DataDirectory directory;
    private final Parts parts;
    private final RecoveryReport recovered;
    private final TurnThread writing;
    private final TurnThread housekeeping;
    private final AtomicLong visibleAppendedBytes = new AtomicLong();
    private Batch open = new Batch();
    private Batch other = new Batch();
    private long lastAppended;
    private long appendedBytes;
    private boolean closed;

    /** What the two threads and the loop share. */
    record Parts(
            JournalSettings settings,
            JournalListener listener,
            LongSupplier nanoTime,
            SpareSegments spareSegments,
            BatchWriter writer,
            DiskSpaceRule space,
            SnapshotStore snapshots) {}

    private LocalJournal(
            RecoveredJournal found, JournalSettings settings, JournalListener listener, LongSupplier nanoTime) {
        directory = found.directory();
        recovered = found.report();
        lastAppended = recovered.lastPosition();
        SpareSegments spareSegments = new SpareSegments();
        found.spareSegments().forEach(spareSegments::add);
        BatchWriter writer = new BatchWriter(settings, listener, nanoTime, spareSegments, this::wakeHousekeeping);
        writer.resume(found.live(), lastAppended, !found.marked());
        DiskSpaceRule space = new DiskSpaceRule(directory.disk(), settings, spareSegments, writer);
        SnapshotStore snapshots = new SnapshotStore(directory, writer, listener, nanoTime);
        snapshots.resume(found.bytesAfterSnapshot());
        parts = new Parts(settings, listener, nanoTime, spareSegments, writer, space, snapshots);
        writing = new TurnThread(writer::turn);
        housekeeping = new TurnThread(new Housekeeper(parts, directory, writing::wake)::turn);
    }

    /** Recovers what the directory holds, then takes entries. */
    public static LocalJournal open(
            Path directory, JournalSettings settings, RecoveryTarget recovery, JournalListener listener)
            throws IOException {
        return open(RealDisk.open(directory), settings, recovery, listener);
    }

    public static LocalJournal open(
            Disk disk, JournalSettings settings, RecoveryTarget recovery, JournalListener listener) throws IOException {
        LocalJournal journal = openWithoutThreads(disk, settings, recovery, listener, System::nanoTime);
        journal.writing.start("reeve-journal");
        journal.housekeeping.start("reeve-housekeeping");
        return journal;
    }

    /** The caller has to take the turns of both threads. */
    static LocalJournal openWithoutThreads(
            Disk disk,
            JournalSettings settings,
            RecoveryTarget recovery,
            JournalListener listener,
            LongSupplier nanoTime)
            throws IOException {
        return new LocalJournal(RecoveredJournal.open(disk, settings, recovery), settings, listener, nanoTime);
    }

    private void wakeHousekeeping() {
        housekeeping.wake();
    }

    /** Bytes written since the start. Any thread. */
    public long writtenBytes() {
        return parts.writer.writtenBytes();
    }

    /** How long the disk has been at the write or sync that it was given last; 0 if it has none. Any thread. */
    public long busyNanos() {
        return parts.writer.busyNanos();
    }

    /** What the disk had free when it was last looked at; the largest number before that. Any thread. */
    public long freeBytes() {
        return parts.space.freeBytes();
    }

    /** What has to be free on the disk, or growth is refused. Any thread. */
    public long neededBytes() {
        return parts.space.neededBytes();
    }

    public RecoveryReport recovered() {
        return recovered;
    }

    /** Whether a snapshot that was written since it was opened holds all there is. */
    public boolean isInSnapshot() {
        return lastAppended > 0 && parts.snapshots.publishedPosition() == lastAppended;
    }

    @Override
    public long append(byte[] bytes, int offset, int length) {
        open.add(lastAppended + 1, bytes, offset, length);
        lastAppended++;
        appended(Integer.BYTES + length);
        return lastAppended;
    }

    @Override
    public boolean cut(long position) {
        if (open.isEmpty() || position != lastAppended) {
            return false;
        }
        appended(-open.removeLast());
        lastAppended--;
        return true;
    }

    private void appended(int bytes) {
        appendedBytes += bytes;
        visibleAppendedBytes.lazySet(appendedBytes);
    }

    @Override
    public void flush() {
        if (open.isEmpty() || !parts.writer.isIdle()) {
            return;
        }
        Batch handed = open;
        open = other;
        other = handed;
        open.clear();
        handed.appendedBytes(appendedBytes);
        parts.writer.offer(handed);
        if (!parts.writer.writeHere()) {
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
        return outweighs(snapshots.journalBytesSince()) && !snapshots.isRunning() && !snapshots.isPausing();
    }

    private boolean outweighs(long journalBytes) {
        int segmentBytes = parts.settings.segmentBytes();
        if (journalBytes >= Math.max(parts.space.liveBytes(), segmentBytes)) {
            return true;
        }
        // On a full disk it is the snapshot that frees space.
        return parts.space.isTight()
                && (journalBytes >= segmentBytes / 4 || (journalBytes > 0 && room() == WriteAdmission.NONE));
    }

    @Override
    public SnapshotTarget startSnapshot(long position) {
        if (position > lastAppended) {
            throw new IllegalArgumentException("expected a position up to " + lastAppended + ", but got " + position);
        }
        RunningSnapshot snapshot = new RunningSnapshot(position, parts.writer.writtenBytes(), this::wakeHousekeeping);
        parts.snapshots.start(snapshot);
        return snapshot;
    }

    /** One step of what the journal thread would do. */
    long takeWriterTurn() {
        return writing.takeTurn();
    }

    /** One step of what the housekeeping thread would do. */
    long takeHousekeepingTurn() {
        return housekeeping.takeTurn();
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
        writing.stop();
        while (!writing.isStarted() && writing.takeTurn() != TurnThread.DONE) {
            housekeeping.takeTurn();
        }
        writing.join();
        housekeeping.stop();
        while (!housekeeping.isStarted() && housekeeping.takeTurn() != TurnThread.DONE) {
            // Turn by turn.
        }
        housekeeping.join();
        release();
    }

    private void release() {
        try {
            if (!parts.writer.hasFailed()) {
                directory.noteSynced(parts.writer.syncedPosition());
            }
        } catch (IOException e) {
            log.warn("cannot note the end of the journal in the manifest of {}: {}", directory.disk(), e.toString());
        }
        try {
            directory.close();
        } catch (IOException e) {
            log.warn("cannot release {}: {}", directory.disk(), e.toString());
        }
    }
}
