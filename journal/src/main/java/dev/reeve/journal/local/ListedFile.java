package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.FileHeader.FileType;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that the manifest lists, opened for reading. Its size and its header are those that the manifest expects. */
record ListedFile(String described, DiskFile file, FileHeader header) implements Closeable {
    static ListedFile open(Disk disk, String name, long bytes, FileHeader expected) throws IOException {
        String described = disk.describe(name);
        if (!disk.exists(name)) {
            throw new JournalCorruptException(described, 0, "is missing, but the manifest names it");
        }
        ListedFile listed = new ListedFile(described, disk.open(name), expected);
        try {
            return new ListedFile(described, listed.file, listed.readHeader(bytes));
        } catch (IOException | RuntimeException e) {
            listed.close();
            throw e;
        }
    }

    private FileHeader readHeader(long bytes) throws IOException {
        long size = file.size();
        if (size != bytes) {
            throw damaged(
                    Math.min(size, bytes),
                    "expected a size of " + bytes + " bytes, as in the manifest, but it has " + size);
        }
        ByteBuffer block = ByteBuffer.allocate(Segment.FIRST_BATCH_OFFSET);
        file.readFully(block, 0);
        FileHeader found = FileHeader.read(header.type(), block);
        if (found == null) {
            throw damaged(0, "its header is damaged");
        }
        if (found.directoryId() != header.directoryId()) {
            throw damaged(0, "belongs to another data directory");
        }
        if (found.number() != header.number() || found.segmentBytes() != header.segmentBytes()) {
            String problem = header.type() == FileType.SEGMENT
                    ? "is not the file that the manifest names: expected generation %d, but it has %d"
                    : "expected the snapshot of position %d, but it is of %d";
            throw damaged(0, String.format(problem, header.number(), found.number()));
        }
        return found;
    }

    JournalCorruptException damaged(long offset, String problem) {
        return new JournalCorruptException(described, offset, problem);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
