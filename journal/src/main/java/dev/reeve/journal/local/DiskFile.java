package dev.reeve.journal.local;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file, used by one thread at a time; only a sync may run concurrently with a write. */
public interface DiskFile extends Closeable {
    long size() throws IOException;

    /** Reads the available bytes, at most what fits. Returns the count, or -1 at the end of the file. */
    int read(ByteBuffer into, long offset) throws IOException;

    /** Writes at least one byte, possibly not all. Returns the count. */
    int write(ByteBuffer bytes, long offset) throws IOException;

    /** Makes the content durable, and the size if it changed. */
    void sync() throws IOException;

    default void writeFully(ByteBuffer bytes, long offset) throws IOException {
        long at = offset;
        while (bytes.hasRemaining()) {
            at += write(bytes, at);
        }
    }

    /** Fills the buffer up to the end of the file, and flips it. */
    default void readFully(ByteBuffer into, long offset) throws IOException {
        long at = offset;
        while (into.hasRemaining()) {
            int count = read(into, at);
            if (count < 0) {
                break;
            }
            at += count;
        }
        into.flip();
    }
}
