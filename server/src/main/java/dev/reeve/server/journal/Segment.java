package dev.reeve.server.journal;

import dev.reeve.server.journal.BatchHeader.Content;
import dev.reeve.server.journal.BatchHeader.Kind;
import dev.reeve.server.journal.BatchHeader.Place;
import dev.reeve.server.journal.JournalScan.Used;
import dev.reeve.server.journal.Manifest.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A prepared segment file that is written from its first batch to its seal. Prepared by the housekeeping thread, then
 * used by one thread at a time, see {@link BatchWriter}; only a sync may run beside a write. Others look at the volatile
 * fields only.
 */
final class Segment {
    private static final int SECURED_AT_ONCE_BYTES = 1 << 20;

    private final long directoryId;
    private final SegmentInfo info;
    private final DiskFile file;
    private final ByteBuffer empty = ByteBuffer.allocate(BatchHeader.BYTES);
    private volatile int syncedEnd;
    private long sequence;
    private volatile int end;
    private volatile long lastPosition;
    private volatile boolean sealed;

    Segment(long directoryId, SegmentInfo info, DiskFile file) {
        this.directoryId = directoryId;
        this.info = info;
        this.file = file;
        this.end = SegmentHeader.BLOCK_BYTES;
        this.syncedEnd = end;
    }

    /**
     * Makes durable what a previous run wrote and may not have synced. If its last sync failed, the system may take
     * those pages for clean, so the bytes are written once more.
     */
    void secure(int surelySyncedEnd, int validEnd) throws IOException {
        int at = Math.max(SegmentHeader.BLOCK_BYTES, Math.min(surelySyncedEnd, validEnd));
        ByteBuffer bytes = ByteBuffer.allocate(Math.min(SECURED_AT_ONCE_BYTES, validEnd - at));
        while (at < validEnd) {
            bytes.clear().limit(Math.min(bytes.capacity(), validEnd - at));
            file.readFully(bytes, at);
            int count = bytes.remaining();
            file.writeFully(bytes, at);
            at += count;
        }
        file.sync();
    }

    /** Goes on where a previous run stopped, all of which is durable. */
    void resume(Used used) throws IOException {
        end = used.end();
        syncedEnd = end;
        sequence = used.sequence();
        lastPosition = used.lastPosition();
        sealed = used.isSealed();
        if (sealed) {
            file.close();
        }
    }

    SegmentInfo info() {
        return info;
    }

    long lastPosition() {
        return lastPosition;
    }

    boolean isSealed() {
        return sealed;
    }

    boolean isUnsynced() {
        return syncedEnd < end;
    }

    /** The largest batch that fits, padding and header included, with the seal behind it. */
    int roomBytes() {
        return sealed ? 0 : info.bytes() - BatchHeader.BYTES - end;
    }

    /** The size of a segment whose first batch may have this many bytes. */
    static int sizeFor(int batchBytes) {
        return Math.addExact(SegmentHeader.BLOCK_BYTES + BatchHeader.BYTES, batchBytes);
    }

    void write(Batch batch, Content content) throws IOException {
        BatchHeader header = next(Kind.ENTRIES, content);
        file.writeFully(batch.stamped(header), end);
        wrote(header, batch.lastPosition());
    }

    void mark(long nextPosition) throws IOException {
        writeEmpty(Kind.MARK, nextPosition);
    }

    /** Ends the segment: once this returns, all of it is durable. */
    void seal(long nextPosition) throws IOException {
        writeEmpty(Kind.SEAL, nextPosition);
        sync();
        sealed = true;
        file.close();
    }

    private void writeEmpty(Kind kind, long nextPosition) throws IOException {
        BatchHeader header = next(kind, Content.empty(nextPosition));
        header.writeTo(empty, 0);
        file.writeFully(empty.clear(), end);
        wrote(header, nextPosition - 1);
    }

    private BatchHeader next(Kind kind, Content content) {
        return new BatchHeader(kind, new Place(directoryId, info.generation(), end), sequence + 1, content, syncedEnd);
    }

    private void wrote(BatchHeader header, long position) {
        sequence = header.sequence();
        end = header.end();
        lastPosition = position;
    }

    /** What is written meanwhile by another thread does not count as synced. */
    void sync() throws IOException {
        int upTo = end;
        file.sync();
        syncedEnd = upTo;
    }

    void zeroFrom(int offset) throws IOException {
        ZeroFill.write(file, offset, info.bytes());
        file.sync();
    }

    void closeFile() throws IOException {
        file.close();
    }
}
