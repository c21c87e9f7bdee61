package dev.reeve.journal.local;

import dev.reeve.journal.SnapshotCopy;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A snapshot file that is read from outside the journal. */
record OpenSnapshot(SnapshotInfo info, DiskFile file) implements SnapshotCopy {
    @Override
    public long position() {
        return info.position();
    }

    @Override
    public long bytes() {
        return info.bytes();
    }

    @Override
    public int read(ByteBuffer into, long offset) throws IOException {
        return file.read(into, offset);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
