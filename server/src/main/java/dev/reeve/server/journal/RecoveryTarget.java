package dev.reeve.server.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Takes what the data directory holds, in order, on the opening thread: at most one snapshot, then entries. */
public interface RecoveryTarget {
    /** The state as of {@code position}. The stream fails with {@link JournalCorruptException} on damage. */
    void snapshot(long position, InputStream bytes) throws IOException;

    /** The next entry. Its buffer is valid during the call only. */
    void entry(long position, ByteBuffer bytes);
}
