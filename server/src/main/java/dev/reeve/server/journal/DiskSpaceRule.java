package dev.reeve.server.journal;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The disk-full rule. Growth is refused while the snapshot that would free space, and two segments, might not fit. A
 * spare segment is claimed only as long as that snapshot still fits. What is prepared by then is all there is.
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

    DiskSpaceRule(Disk disk, JournalSettings settings, SpareSegments spareSegments, BatchWriter writer) {
        this.disk = disk;
        this.settings = settings;
        this.spareSegments = spareSegments;
        this.writer = writer;
    }

    void liveBytes(long bytes) {
        liveBytes = bytes;
    }

    long liveBytes() {
        return liveBytes;
    }

    /** What the disk had free when it was last looked at; the largest number before that. Any thread. */
    long freeBytes() {
        return freeBytes;
    }

    /** What has to be free, or growth is refused: the snapshot that frees space, and two segments. Any thread. */
    long neededBytes() {
        return liveBytes + 2L * settings.segmentBytes();
    }

    boolean isTight() {
        return tight;
    }

    /** @param outstandingBytes appended and not written yet, which will take room as well */
    WriteAdmission room(long outstandingBytes) {
        if (!tight) {
            return WriteAdmission.AMPLE;
        }
        long prepared = Math.max(writer.liveRoomBytes(), spareSegments.roomBytes());
        return outstandingBytes + settings.reserveBytes() > prepared ? WriteAdmission.NONE : WriteAdmission.NO_GROWTH;
    }

    /** Looks at the disk. Housekeeping thread. */
    void measure() {
        try {
            freeBytes = disk.freeBytes();
        } catch (IOException e) {
            log.warn("cannot tell the free space of {}: {}", disk, e.toString());
        }
        boolean nowTight = freeBytes < neededBytes() || spareSegments.areExhausted();
        if (nowTight && !tight) {
            log.warn("{} has {} bytes free for {} live ones: growth is refused", disk, freeBytes, liveBytes);
        } else if (tight && !nowTight) {
            log.info("{} has {} bytes free again", disk, freeBytes);
        }
        tight = nowTight;
    }

    /** Whether a new segment leaves room for the snapshot that frees space. Housekeeping thread. */
    boolean allows(int segmentBytes) {
        return freeBytes - segmentBytes >= liveBytes;
    }
}
