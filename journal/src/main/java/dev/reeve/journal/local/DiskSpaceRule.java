package dev.reeve.journal.local;

import dev.reeve.journal.WriteAdmission;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The disk-full rule. Commands that add data are refused while the next snapshot, which frees space, and two segments
 * might not fit. A spare segment is allocated only if that snapshot still fits afterwards. After that, only the
 * prepared segments can be written. The same holds while no segment can be prepared for another reason (a fault), such as
 * a lack of file descriptors.
 */
final class DiskSpaceRule {
    private static final Logger log = LoggerFactory.getLogger(DiskSpaceRule.class);

    static final String NOT_ENOUGH = "not enough disk space";
    /** Java has no types for these errors, only the texts of the system. */
    private static final List<String> LACK_OF_SPACE =
            List.of(NOT_ENOUGH, "No space left on device", "Disk quota exceeded");

    private final Disk disk;
    private final JournalSettings settings;
    private final SpareSegments spareSegments;
    private final BatchWriter writer;
    private volatile long freeBytes = Long.MAX_VALUE;
    private volatile long liveBytes;
    private volatile boolean tight;
    private volatile boolean fault;

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

    /** Whether writes are refused for another reason than lack of space. Any thread. */
    boolean hasFault() {
        return fault;
    }

    static boolean isLackOfSpace(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        return LACK_OF_SPACE.stream().anyMatch(message::contains);
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
        Throwable failure = spareSegments.failure();
        boolean nowFault = failure != null && !isLackOfSpace(failure) && freeBytes >= neededBytes();
        boolean nowTight = freeBytes < neededBytes() || failure != null;
        if (nowFault && !tight) {
            log.warn(
                    "no segment can be prepared in {}: {}; commands that add data are refused",
                    disk,
                    String.valueOf(failure));
        } else if (nowTight && !tight) {
            log.warn(
                    "low disk space: {} has {} bytes free, live data is {} bytes; commands that add data are refused",
                    disk,
                    freeBytes,
                    liveBytes);
        } else if (fault && !nowTight) {
            log.info("segments can be prepared in {} again", disk);
        } else if (tight && !nowTight) {
            log.info("disk space is sufficient again: {} has {} bytes free", disk, freeBytes);
        }
        fault = nowFault;
        tight = nowTight;
    }

    /** Whether a snapshot still fits after a new segment is allocated. Housekeeping thread. */
    boolean allows(int segmentBytes) {
        return freeBytes - segmentBytes >= liveBytes;
    }
}
