package dev.reeve.journal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Receives the content of the data directory, in order, on the opening thread: at most one snapshot, then entries. */
public interface RecoveryTarget {
    /** The state at {@code position}. The stream throws {@link JournalCorruptException} on damage. */
    void snapshot(long position, InputStream bytes) throws IOException;

    /** The next entry. The buffer is valid only during the call. */
    void entry(long position, ByteBuffer bytes);

    /** Reports how many bytes of the files have been read, often and never fewer than before. */
    default void progress(long readBytes, long allBytes) {}
}
