package dev.reeve.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A published snapshot that is open for reading. It stays readable, and as it is, though a later snapshot replaces it; until it is
 * closed it uses disk space. One thread at a time.
 */
public interface SnapshotCopy extends Closeable {
    /** The state is that after the entry at this position. */
    long position();

    /** The size of all of it. */
    long bytes();

    /** Reads the available bytes, at most what fits. Returns the count, or -1 at the end. */
    int read(ByteBuffer into, long offset) throws IOException;
}
