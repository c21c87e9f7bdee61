package dev.reeve.server.journal;

import dev.reeve.server.journal.BatchHeader.Place;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Tells what a crash left behind from files that somebody put there, or that an outdated manifest does not know. */
final class OrphanFiles {
    private OrphanFiles() {}

    static boolean isOneOfOurs(String name) {
        return isSegment(name) || isSnapshot(name);
    }

    private static boolean isSegment(String name) {
        return name.startsWith(Manifest.SEGMENT_PREFIX) && name.endsWith(Manifest.SEGMENT_SUFFIX);
    }

    private static boolean isSnapshot(String name) {
        return name.startsWith(Manifest.SNAPSHOT_PREFIX) && name.endsWith(Manifest.SNAPSHOT_SUFFIX);
    }

    /** A file whose own header is unreadable is one that was never finished. */
    static void refuseIfOfValue(Disk disk, Manifest manifest, String name) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SegmentHeader.BLOCK_BYTES + BatchHeader.BYTES);
        try (DiskFile file = disk.open(name)) {
            file.readFully(bytes, 0);
        }
        if (isSnapshot(name)) {
            SnapshotHeader header = SnapshotHeader.read(bytes);
            refuseIfForeign(disk, name, header == null || header.directoryId() == manifest.directoryId());
            return;
        }
        SegmentHeader header = SegmentHeader.read(bytes);
        refuseIfForeign(disk, name, header == null || header.directoryId() == manifest.directoryId());
        if (header != null && header.generation() >= manifest.nextGeneration() && holdsBatch(bytes, header)) {
            throw new JournalCorruptException(
                    disk.describe(name), 0, "holds entries, but the manifest does not name it: is that an old one?");
        }
    }

    private static void refuseIfForeign(Disk disk, String name, boolean own) throws IOException {
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
