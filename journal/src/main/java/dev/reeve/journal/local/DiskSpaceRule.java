package dev.reeve.journal.local;

import dev.reeve.journal.WriteAdmission;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The disk-full rule. Commands that add data are refused while the next snapshot, which frees space, and two segments
 * might not fit. A spare segment is allocated only if that snapshot still fits afterwards. After that, only the
 * prepared segments can be written.
 */
final class DiskSpaceRule {
    private static final Logger log = LoggerFactory.getLogger(DiskSpaceRule.class);

    private final Disk disk;
    private final JournalSettings settings;
    private final SpareSegments spareSegments;
    private final BatchWriter writer;
    private volatile long freeBytes = Long.MAX_VALUE;
    private volatile long liveBytes;
    private volatile boolean tight;

    DiskSpaceRule(Disk disk, JournalSettings settings, BatchWriter writer) {
        this.disk = disk;
        this.settings = settings;
        this.spareSegments = writer.spareSegments();
        this.writer = writer;
    }

    void liveBytes(long bytes) {
        liveBytes = bytes;
    }

    long liveBytes() {
        return liveBytes;
    }

    /** The free disk space at the last measurement; {@link Long#MAX_VALUE} before the first. Any thread. */
    long freeBytes() {
        return freeBytes;
    }

    /** The free space below which commands that add data are refused: one snapshot and two segments. Any thread. */
    long neededBytes() {
        return liveBytes + 2L * settings.segmentBytes();
    }

    boolean isTight() {
        return tight;
    }

    /** @param outstandingBytes appended bytes that are not written yet */
    WriteAdmission room(long outstandingBytes) {
        if (!tight) {
            return WriteAdmission.AMPLE;
        }
        long prepared = Math.max(writer.liveFreeBytes(), spareSegments.largestFreeBytes());
        return outstandingBytes + settings.reserveBytes() > prepared ? WriteAdmission.NONE : WriteAdmission.NO_GROWTH;
    }

    /** Measures the free disk space. Housekeeping thread. */
    void measure() {
        try {
            freeBytes = disk.freeBytes();
        } catch (IOException e) {
            log.warn("cannot read the free space of {}: {}", disk, e.toString());
        }
        boolean nowTight = freeBytes < neededBytes() || spareSegments.areExhausted();
        if (nowTight && !tight) {
            log.warn(
                    "low disk space: {} has {} bytes free, live data is {} bytes; commands that add data are refused",
                    disk,
                    freeBytes,
                    liveBytes);
        } else if (tight && !nowTight) {
            log.info("disk space is sufficient again: {} has {} bytes free", disk, freeBytes);
        }
        tight = nowTight;
    }

    /** Whether a snapshot still fits after a new segment is allocated. Housekeeping thread. */
    boolean allows(int segmentBytes) {
        return freeBytes - segmentBytes >= liveBytes;
    }
}
