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

    /**
     * The same, with its place: where its bytes begin in which segment file. This is the method that a recovery calls;
     * whoever does not need the place leaves it alone.
     */
    default void entryAt(long position, String segmentFile, int offset, ByteBuffer bytes) throws IOException {
        entry(position, bytes);
    }

    /** Called first: payloads may be written while the rest is received. */
    default void payloads(PayloadSpill spill) {}

    /** Receives the places of payloads. */
    interface PlaceVisitor {
        void place(PayloadPlace place) throws IOException;
    }

    /** Called last: visits the places of all payloads that are on disk only. */
    default void forEachPlace(PlaceVisitor visitor) throws IOException {}

    /** Reports how many bytes of the files have been read, often and never fewer than before. */
    default void progress(long readBytes, long allBytes) {}
}
