package dev.reeve.journal.local;

import dev.reeve.journal.JournalListener;
import dev.reeve.journal.WriteAdmission;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of the housekeeping thread: prepares spare segments, writes snapshots, recycles the segments that they
 * cover, and measures the free space. A failure here is logged and retried; the journal itself continues.
 */
final class Housekeeper {
    private static final Logger log = LoggerFactory.getLogger(Housekeeper.class);
    static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int CHUNKS_PER_TURN = 64;

    final DiskSpaceRule space;
    final SnapshotStore snapshots;
    final LocalPayloads payloads;
    private final JournalSettings settings;
    private final DataDirectory directory;
    private final BatchWriter writer;
    private final SpareSegments spareSegments;
    private final JournalListener listener;
    private final Runnable wakeWriter;
    private final LongSupplier nanoTime;
    private final StallWarning stallWarning = new StallWarning();
    private long prepareAtNanos;
    private long measureAtNanos;
    private long recycleAtNanos;
    private boolean hadRecyclable;
    private WriteAdmission lastAdmission = WriteAdmission.AMPLE;

    Housekeeper(
            RecoveredJournal found,
            JournalSettings settings,
            JournalListener listener,
            LongSupplier nanoTime,
            BatchWriter writer,
            Runnable wakeWriter) {
        this.settings = settings;
        this.directory = found.directory();
        this.writer = writer;
        this.spareSegments = writer.spareSegments();
        this.space = new DiskSpaceRule(directory.disk(), settings, writer);
        this.payloads = new LocalPayloads(found.payloads(), writer);
        this.snapshots = new SnapshotStore(found, payloads, writer, listener, nanoTime);
        this.listener = listener;
        this.wakeWriter = wakeWriter;
        this.nanoTime = nanoTime;
        this.prepareAtNanos = nanoTime.getAsLong();
        this.measureAtNanos = prepareAtNanos;
        this.recycleAtNanos = prepareAtNanos;
    }

    /** Runs one turn, see {@link TurnThread.Turn}. The journal thread must end before this one is stopped. */
    long turn(boolean stopping) {
        payloads.work();
        if (writer.hasFailed()) {
            return stopping ? TurnThread.DONE : TurnThread.WHEN_WOKEN;
        }
        if (stopping) {
            snapshots.close();
            return TurnThread.DONE;
        }
        stallWarning.check(writer.busyNanos());
        measure();
        recycle();
        prepare();
        boolean more = writeSnapshot();
        if (snapshots.waitsForSync()) {
            writer.requestSync();
            wakeWriter.run();
        }
        notifyAdmission();
        return more ? TurnThread.IMMEDIATELY : PAUSE_NANOS;
    }

    /**
     * Writes several chunks per turn, so that a journal that fills a segment in every turn does not outrun its
     * snapshot.
     */
    private boolean writeSnapshot() {
        boolean more = true;
        for (int i = 0; i < CHUNKS_PER_TURN && more; i++) {
            more = snapshots.work();
        }
        return more;
    }

    private void measure() {
        long now = nanoTime.getAsLong();
        if (now - measureAtNanos >= 0) {
            measureAtNanos = now + PAUSE_NANOS;
            space.measure();
        }
    }

    private void prepare() {
        int bytes = Math.max(settings.segmentBytes(), Segment.sizeFor(spareSegments.requestedBytes()));
        boolean wanted = spareSegments.isEmpty() || spareSegments.hasOpenRequest();
        long now = nanoTime.getAsLong();
        if (!wanted || now - prepareAtNanos < 0) {
            return;
        }
        try {
            space.measure();
            if (!directory.hasRecyclable(bytes) && !space.allows(bytes)) {
                throw new IOException(DiskSpaceRule.NOT_ENOUGH);
            }
            spareSegments.add(directory.prepare(bytes, writer.syncedPosition()));
            spareSegments.failure(null);
            wakeWriter.run();
        } catch (IOException | RuntimeException | Error e) {
            if (spareSegments.failure() == null) {
                log.warn("cannot prepare a segment in {}, will retry: {}", directory.disk(), e.toString());
            }
            spareSegments.failure(e);
            prepareAtNanos = now + PAUSE_NANOS;
            wakeWriter.run();
        }
        space.measure();
    }

    private void recycle() {
        long now = nanoTime.getAsLong();
        if (now - recycleAtNanos < 0) {
            return;
        }
        try {
            directory.retireCovered(writer.syncedPosition());
        } catch (IOException | RuntimeException | Error e) {
            log.warn("cannot retire old segments in {}, will retry: {}", directory.disk(), e.toString());
            recycleAtNanos = now + PAUSE_NANOS;
            return;
        }
        long maxCount = space.isTight() ? 1 : 1 + space.liveBytes() / settings.segmentBytes();
        directory.keepRecyclable(settings.segmentBytes(), maxCount);
        boolean hasRecyclable = directory.hasRecyclable(settings.segmentBytes());
        if (hasRecyclable && !hadRecyclable) {
            // A segment that failed for lack of space can be prepared now.
            prepareAtNanos = now;
        }
        hadRecyclable = hasRecyclable;
        if (space.isTight() && spareSegments.isEmpty() && !hasRecyclable) {
            // Only the live segment is left. Once a snapshot covers it, its file can be recycled as the next segment.
            long covered = directory.manifest().snapshotPosition();
            if (covered > 0 && covered >= writer.syncedPosition()) {
                writer.requestSealUpTo(covered);
                wakeWriter.run();
            }
        }
    }

    private void notifyAdmission() {
        WriteAdmission admission = space.room(0);
        if (admission != lastAdmission) {
            lastAdmission = admission;
            listener.advanced();
        }
    }
}
