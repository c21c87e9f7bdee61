package dev.reeve.journal.local;

import dev.reeve.journal.local.BatchHeader.Content;
import dev.reeve.journal.local.BatchHeader.Kind;
import dev.reeve.journal.local.BatchHeader.Place;
import dev.reeve.journal.local.JournalScan.Used;
import dev.reeve.journal.local.Manifest.SegmentInfo;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A prepared segment file, written from its first batch to its seal. The housekeeping thread prepares it, then one
 * thread at a time uses it, see {@link BatchWriter}; only a sync may run concurrently with a write. Other threads read
 * only the volatile fields.
 */
final class Segment {
    /** The header has a disk block of its own. */
    static final int FIRST_BATCH_OFFSET = 4096;

    private static final int REWRITE_BUFFER_BYTES = 1 << 20;
    private static final int ZERO_CHUNK_BYTES = 1 << 20;
    /** Intermediate syncs keep the syncs of the live segment from waiting for the whole file. */
    private static final int ZERO_SYNC_BYTES = 8 << 20;

    private final long directoryId;
    private final SegmentInfo info;
    private DiskFile file;
    private final ByteBuffer empty = ByteBuffer.allocate(BatchHeader.BYTES);
    private volatile int syncedEnd;
    private long sequence;
    private volatile int end;
    private int lastBatchOffset;
    private volatile long lastPosition;
    private volatile boolean sealed;

    Segment(long directoryId, SegmentInfo info, DiskFile file) {
        this.directoryId = directoryId;
        this.info = info;
        this.file = file;
        this.end = FIRST_BATCH_OFFSET;
        this.syncedEnd = end;
    }

    /** Writes the header and makes the file durable. One that is not recycled is new and empty. */
    void prepare(boolean recycled) throws IOException {
        if (!recycled) {
            zeroFill(file, 0, info.bytes());
        }
        file.writeFully(FileHeader.ofSegment(directoryId, info, recycled).bytes(), 0);
        file.sync();
    }

    /**
     * Makes bytes durable that a previous run wrote and may not have synced. After a failed sync the operating system
     * may treat those pages as clean, so the bytes are written again.
     */
    void secure(int certainSyncedEnd, int validEnd) throws IOException {
        int at = Math.max(FIRST_BATCH_OFFSET, Math.min(certainSyncedEnd, validEnd));
        ByteBuffer bytes = ByteBuffer.allocate(Math.min(REWRITE_BUFFER_BYTES, validEnd - at));
        while (at < validEnd) {
            bytes.clear().limit(Math.min(bytes.capacity(), validEnd - at));
            file.readFully(bytes, at);
            int count = bytes.remaining();
            file.writeFully(bytes, at);
            at += count;
        }
        file.sync();
    }

    /** Continues after the last batch of a previous run, all of which is durable. */
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

    /** All that is written from now on is synced at once. A sealed segment is not written any more. */
    void writePastCache(Disk disk) throws IOException {
        if (!sealed && info.bytes() % BlockFile.BLOCK_BYTES == 0) {
            file.close();
            file = disk.openPastCache(info.name());
        }
    }

    SegmentInfo info() {
        return info;
    }

    /** Where the last batch of entries begins. */
    int lastBatchOffset() {
        return lastBatchOffset;
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

    /** The largest batch that fits before the seal, with header and padding. */
    int freeBytes() {
        return sealed ? 0 : info.bytes() - BatchHeader.BYTES - end;
    }

    /** The size of a segment whose first batch has this many bytes. */
    static int sizeFor(int batchBytes) {
        int bytes = Math.addExact(FIRST_BATCH_OFFSET + BatchHeader.BYTES + BlockFile.BLOCK_BYTES - 1, batchBytes);
        return bytes - bytes % BlockFile.BLOCK_BYTES;
    }

    void write(Batch batch, Content content) throws IOException {
        BatchHeader header = next(Kind.ENTRIES, content);
        batch.writeTo(file, end, header);
        lastBatchOffset = end;
        advance(header, batch.lastPosition());
    }

    void mark(long nextPosition) throws IOException {
        writeEmpty(Kind.MARK, nextPosition);
    }

    /** Ends the segment. All of it is durable when this returns. */
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
        advance(header, nextPosition - 1);
    }

    private BatchHeader next(Kind kind, Content content) {
        return new BatchHeader(kind, new Place(directoryId, info.generation(), end), sequence + 1, content, syncedEnd);
    }

    private void advance(BatchHeader header, long position) {
        sequence = header.sequence();
        end = header.end();
        lastPosition = position;
    }

    /** Bytes that another thread writes during the sync do not count as synced. */
    void sync() throws IOException {
        int upTo = end;
        file.sync();
        syncedEnd = upTo;
    }

    void zeroFrom(int offset) throws IOException {
        zeroFill(file, offset, info.bytes());
        file.sync();
    }

    /** Writes zeros, so that the disk space is allocated now and not when the batches are written. */
    static void zeroFill(DiskFile file, int from, int to) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(Math.min(ZERO_CHUNK_BYTES, to - from));
        int unsynced = 0;
        for (int at = from; at < to; ) {
            zeros.clear().limit(Math.min(zeros.capacity(), to - at));
            int count = zeros.remaining();
            file.writeFully(zeros, at);
            at += count;
            unsynced += count;
            if (unsynced >= ZERO_SYNC_BYTES) {
                file.sync();
                unsynced = 0;
            }
        }
    }

    void closeFile() throws IOException {
        file.close();
    }
}
