package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.BatchHeader.Place;
import dev.reeve.journal.local.FileHeader.FileType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Distinguishes files that a crash left from files of another directory and from files that an outdated manifest does
 * not list.
 */
final class OrphanFiles {
    static final String SNAPSHOT_TEMPORARY = "snapshot.tmp";
    static final String SEGMENT_TEMPORARY = "segment.tmp";
    private static final Set<String> TEMPORARIES = Set.of(SNAPSHOT_TEMPORARY, SEGMENT_TEMPORARY, Manifest.TEMPORARY);

    private OrphanFiles() {}

    /** Returns the files that can be deleted. An unlisted file that may hold data is an error. */
    static List<String> find(Disk disk, Manifest manifest) throws IOException {
        List<String> orphans = new ArrayList<>();
        for (String name : disk.list()) {
            FileType type = Manifest.typeOf(name);
            if (type != null && !manifest.lists(name)) {
                rejectIfUnknown(disk, manifest, name, type);
                orphans.add(name);
            } else if (TEMPORARIES.contains(name)) {
                orphans.add(name);
            }
        }
        return orphans;
    }

    /** A file with an unreadable header was never completed. */
    private static void rejectIfUnknown(Disk disk, Manifest manifest, String name, FileType type) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Segment.FIRST_BATCH_OFFSET + BatchHeader.BYTES);
        try (DiskFile file = disk.open(name)) {
            file.readFully(bytes, 0);
        }
        FileHeader header = FileHeader.read(type, bytes);
        if (header == null) {
            return;
        }
        if (header.directoryId() != manifest.directoryId()) {
            throw new JournalCorruptException(disk.describe(name), 0, "belongs to another data directory");
        }
        if (type == FileType.SEGMENT && header.number() >= manifest.nextGeneration() && holdsBatch(bytes, header)) {
            throw new JournalCorruptException(
                    disk.describe(name),
                    0,
                    "holds entries, but the manifest does not list it: is the manifest outdated?");
        }
    }

    private static boolean holdsBatch(ByteBuffer bytes, FileHeader header) {
        int at = Segment.FIRST_BATCH_OFFSET;
        Place first = new Place(header.directoryId(), header.number(), at);
        return bytes.limit() == bytes.capacity() && BatchHeader.read(bytes, at, first, header.segmentBytes()) != null;
    }
}
