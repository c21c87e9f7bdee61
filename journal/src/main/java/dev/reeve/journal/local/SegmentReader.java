package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.BatchHeader.Place;
import dev.reeve.journal.local.Manifest.SegmentInfo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads one segment through a buffer window and validates all bytes before use. */
final class SegmentReader implements Closeable {
    private static final int WINDOW_BYTES = 1 << 20;

    private final ListedFile listed;
    private final SegmentInfo info;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer window;
    private int windowAt;

    /** Opens a segment of the manifest and verifies its identity. */
    SegmentReader(Disk disk, long directoryId, SegmentInfo info) throws IOException {
        this.listed = ListedFile.open(disk, info.name(), info.bytes(), FileHeader.ofSegment(directoryId, info, false));
        this.info = info;
        this.window = ByteBuffer.allocate(Math.min(WINDOW_BYTES, info.bytes())).limit(0);
    }

    /**
     * The bytes of a segment after its last valid batch.
     *
     * @param offset end of the valid batches
     * @param proof a header that records a sync beyond the offset; null if there is none
     * @param hasBatch there is a valid header in the tail
     * @param tornBytes length of a torn write
     * @param isZero the tail contains only zeros
     */
    record Tail(int offset, @Nullable BatchHeader proof, boolean hasBatch, int tornBytes, boolean isZero) {}

    JournalCorruptException damaged(long offset, String problem) {
        return listed.damaged(offset, problem);
    }

    SegmentInfo info() {
        return info;
    }

    /** The header at {@code offset}, or null if there is no valid one. */
    @Nullable
    BatchHeader header(int offset) throws IOException {
        if (offset > info.bytes() - BatchHeader.BYTES) {
            return null;
        }
        int at = load(offset, BatchHeader.BYTES);
        return BatchHeader.read(window, at, place(offset), info.bytes());
    }

    /** Examines all bytes from {@code offset}, where the valid batches end. */
    Tail tail(int offset) throws IOException {
        BatchHeader proof = null;
        int batchesEnd = isBegun(offset) ? offset + BatchHeader.BYTES : offset;
        boolean hasBatch = false;
        int nonZeroEnd = offset;
        for (int at = offset; at < info.bytes(); at += BatchHeader.ALIGNMENT) {
            if (window.getLong(load(at, Long.BYTES)) == 0) {
                continue;
            }
            nonZeroEnd = at + BatchHeader.ALIGNMENT;
            BatchHeader header = header(at);
            if (header != null) {
                hasBatch = true;
                batchesEnd = Math.max(batchesEnd, header.end());
                if (proof == null && header.syncedEnd() > offset) {
                    proof = header;
                }
            }
        }
        // The tail of a recycled segment holds batches of its previous generation, which do not count.
        int tornEnd = listed.header().recycled() ? batchesEnd : nonZeroEnd;
        return new Tail(offset, proof, hasBatch, tornEnd - offset, nonZeroEnd == offset);
    }

    /** Whether the bytes at {@code offset} start like a batch header of this generation, valid or not. */
    private boolean isBegun(int offset) throws IOException {
        if (offset > info.bytes() - BatchHeader.BYTES) {
            return false;
        }
        int at = load(offset, BatchHeader.BYTES);
        return BatchHeader.isBegun(window, at, place(offset));
    }

    private Place place(int offset) {
        return new Place(listed.header().directoryId(), info.generation(), offset);
    }

    /** The entries of the batch, valid until the next call; null if their checksum does not match. */
    @Nullable
    ByteBuffer content(BatchHeader header) throws IOException {
        int bytes = header.content().bytes();
        int at = load(header.place().offset() + BatchHeader.BYTES, bytes);
        ByteBuffer content = window.slice(at, bytes);
        crc.reset();
        crc.update(content);
        return (int) crc.getValue() == header.content().crc() ? content.flip() : null;
    }

    /** Loads the bytes, which must be within the file, and returns their index in the window. */
    private int load(int offset, int length) throws IOException {
        if (offset < windowAt || offset + length > windowAt + window.limit()) {
            int wanted = Math.min(info.bytes() - offset, Math.max(length, window.capacity()));
            if (wanted > window.capacity()) {
                window = ByteBuffer.allocate(wanted);
            }
            window.clear().limit(wanted);
            listed.file().readFully(window, offset);
            windowAt = offset;
            if (window.limit() < length) {
                throw damaged((long) offset + window.limit(), "ends here, before its reported size");
            }
        }
        return offset - windowAt;
    }

    @Override
    public void close() throws IOException {
        listed.close();
    }
}
