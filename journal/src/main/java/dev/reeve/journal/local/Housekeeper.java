package dev.reeve.journal.local;

import dev.reeve.journal.WriteAdmission;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
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

    private final LocalJournal.Parts parts;
    private final Runnable wakeWriter;
    private final StallWarning stallWarning = new StallWarning();
    private long prepareAtNanos;
    private long measureAtNanos;
    private long recycleAtNanos;
    private boolean hadRecyclable;
    private WriteAdmission lastAdmission = WriteAdmission.AMPLE;

    Housekeeper(LocalJournal.Parts parts, Runnable wakeWriter) {
        this.parts = parts;
        this.wakeWriter = wakeWriter;
        this.prepareAtNanos = parts.nanoTime().getAsLong();
        this.measureAtNanos = prepareAtNanos;
        this.recycleAtNanos = prepareAtNanos;
    }

    /** Runs one turn, see {@link TurnThread.Turn}. The journal thread must end before this one is stopped. */
    long turn(boolean stopping) {
        if (parts.writer().hasFailed()) {
            return stopping ? TurnThread.DONE : TurnThread.WHEN_WOKEN;
        }
        if (stopping) {
            parts.snapshots().close();
            return TurnThread.DONE;
        }
        stallWarning.check(parts.writer().busyNanos());
        measure();
        recycle();
        prepare();
        boolean more = writeSnapshot();
        if (parts.snapshots().waitsForSync()) {
            parts.writer().requestSync();
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
            more = parts.snapshots().work();
        }
        return more;
    }

    private void measure() {
        long now = parts.nanoTime().getAsLong();
        if (now - measureAtNanos >= 0) {
            measureAtNanos = now + PAUSE_NANOS;
            parts.space().measure();
        }
    }

    private void prepare() {
        int bytes = Math.max(
                parts.settings().segmentBytes(),
                Segment.sizeFor(parts.spareSegments().requestedBytes()));
        boolean wanted =
                parts.spareSegments().isEmpty() || parts.spareSegments().hasOpenRequest();
        long now = parts.nanoTime().getAsLong();
        if (!wanted || now - prepareAtNanos < 0) {
            return;
        }
        try {
            parts.space().measure();
            if (!parts.directory().hasRecyclable(bytes) && !parts.space().allows(bytes)) {
                throw new IOException("not enough disk space");
            }
            parts.spareSegments()
                    .add(parts.directory().prepare(bytes, parts.writer().syncedPosition()));
            parts.spareSegments().exhausted(false);
            wakeWriter.run();
        } catch (IOException | RuntimeException | Error e) {
            if (!parts.spareSegments().areExhausted()) {
                log.warn(
                        "cannot prepare a segment in {}, will retry: {}",
                        parts.directory().disk(),
                        e.toString());
            }
            parts.spareSegments().exhausted(true);
            prepareAtNanos = now + PAUSE_NANOS;
            wakeWriter.run();
        }
        parts.space().measure();
    }

    private void recycle() {
        long now = parts.nanoTime().getAsLong();
        if (now - recycleAtNanos < 0) {
            return;
        }
        try {
            parts.directory().retireCovered(parts.writer().syncedPosition());
        } catch (IOException | RuntimeException | Error e) {
            log.warn(
                    "cannot retire old segments in {}, will retry: {}",
                    parts.directory().disk(),
                    e.toString());
            recycleAtNanos = now + PAUSE_NANOS;
            return;
        }
        long maxCount = parts.space().isTight()
                ? 1
                : 1 + parts.space().liveBytes() / parts.settings().segmentBytes();
        parts.directory().keepRecyclable(parts.settings().segmentBytes(), maxCount);
        boolean hasRecyclable = parts.directory().hasRecyclable(parts.settings().segmentBytes());
        if (hasRecyclable && !hadRecyclable) {
            // A segment that failed for lack of space can be prepared now.
            prepareAtNanos = now;
        }
        hadRecyclable = hasRecyclable;
        if (parts.space().isTight() && parts.spareSegments().isEmpty() && !hasRecyclable) {
            // Only the live segment is left. Once a snapshot covers it, its file can be recycled as the next segment.
            long covered = parts.directory().manifest().snapshotPosition();
            if (covered > 0 && covered >= parts.writer().syncedPosition()) {
                parts.writer().requestSealUpTo(covered);
                wakeWriter.run();
            }
        }
    }

    private void notifyAdmission() {
        WriteAdmission admission = parts.space().room(0);
        if (admission != lastAdmission) {
            lastAdmission = admission;
            parts.listener().advanced();
        }
    }
}
