package dev.reeve.node;

import dev.reeve.journal.SnapshotCopy;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The whole state at one moment as bytes, for a backup. To be closed in the end. One thread at a time. */
public final class StateCopy implements Closeable {
    private final SnapshotCopy snapshot;

    StateCopy(SnapshotCopy snapshot) {
        this.snapshot = snapshot;
    }

    /** The state is that after the entry at this position. */
    public long position() {
        return snapshot.position();
    }

    public long bytes() {
        return snapshot.bytes();
    }

    /** Reads the available bytes, at most what fits. Returns the count, or -1 at the end. May block. */
    public int read(ByteBuffer into, long offset) throws IOException {
        return snapshot.read(into, offset);
    }

    @Override
    public void close() throws IOException {
        snapshot.close();
    }
}
