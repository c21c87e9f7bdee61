package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.BatchHeader.Place;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Distinguishes files that a crash left from files of another directory and from files that an outdated manifest does
 * not list.
 */
final class OrphanFiles {
    private OrphanFiles() {}

    static boolean isJournalFile(String name) {
        return isSegment(name) || isSnapshot(name);
    }

    private static boolean isSegment(String name) {
        return name.startsWith(Manifest.SEGMENT_PREFIX) && name.endsWith(Manifest.SEGMENT_SUFFIX);
    }

    private static boolean isSnapshot(String name) {
        return name.startsWith(Manifest.SNAPSHOT_PREFIX) && name.endsWith(Manifest.SNAPSHOT_SUFFIX);
    }

    /** A file with an unreadable header was never completed. */
    static void rejectIfUnknown(Disk disk, Manifest manifest, String name) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SegmentHeader.BLOCK_BYTES + BatchHeader.BYTES);
        try (DiskFile file = disk.open(name)) {
            file.readFully(bytes, 0);
        }
        if (isSnapshot(name)) {
            SnapshotHeader header = SnapshotHeader.read(bytes);
            rejectIfForeign(disk, name, header == null || header.directoryId() == manifest.directoryId());
            return;
        }
        SegmentHeader header = SegmentHeader.read(bytes);
        rejectIfForeign(disk, name, header == null || header.directoryId() == manifest.directoryId());
        if (header != null && header.generation() >= manifest.nextGeneration() && holdsBatch(bytes, header)) {
            throw new JournalCorruptException(
                    disk.describe(name),
                    0,
                    "holds entries, but the manifest does not list it: is the manifest outdated?");
        }
    }

    private static void rejectIfForeign(Disk disk, String name, boolean own) throws IOException {
        if (!own) {
            throw new JournalCorruptException(disk.describe(name), 0, "belongs to another data directory");
        }
    }

    private static boolean holdsBatch(ByteBuffer bytes, SegmentHeader header) {
        int at = SegmentHeader.BLOCK_BYTES;
        Place first = new Place(header.directoryId(), header.generation(), at);
        return bytes.limit() == bytes.capacity() && BatchHeader.read(bytes, at, first, header.segmentBytes()) != null;
    }
}
