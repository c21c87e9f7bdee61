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

    private final String described;
    private final long directoryId;
    private final SegmentInfo info;
    private final DiskFile file;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer window;
    private int windowAt;
    private boolean recycled;

    private SegmentReader(String described, long directoryId, SegmentInfo info, DiskFile file) {
        this.described = described;
        this.directoryId = directoryId;
        this.info = info;
        this.file = file;
        this.window = ByteBuffer.allocate(Math.min(WINDOW_BYTES, info.bytes())).limit(0);
    }

    /** Opens a segment of the manifest and verifies its identity. */
    static SegmentReader open(Disk disk, long directoryId, SegmentInfo info) throws IOException {
        String described = disk.describe(info.name());
        if (!disk.exists(info.name())) {
            throw new JournalCorruptException(described, 0, "is missing, but the manifest names it");
        }
        SegmentReader reader = new SegmentReader(described, directoryId, info, disk.open(info.name()));
        try {
            reader.checkIdentity();
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
        return reader;
    }

    private void checkIdentity() throws IOException {
        long size = file.size();
        if (size != info.bytes()) {
            throw damaged(
                    Math.min(size, info.bytes()),
                    "expected a size of " + info.bytes() + " bytes, as in the manifest, but it has " + size);
        }
        ByteBuffer block = ByteBuffer.allocate(SegmentHeader.BLOCK_BYTES);
        file.readFully(block, 0);
        SegmentHeader header = SegmentHeader.read(block);
        if (header == null) {
            throw damaged(0, "its header is damaged");
        }
        if (header.directoryId() != directoryId) {
            throw damaged(0, "belongs to another data directory");
        }
        if (header.generation() != info.generation() || header.segmentBytes() != info.bytes()) {
            throw damaged(
                    0,
                    "is not the file that the manifest names: expected generation " + info.generation()
                            + ", but it has " + header.generation());
        }
        recycled = header.recycled();
    }

    JournalCorruptException damaged(long offset, String problem) {
        return new JournalCorruptException(described, offset, problem);
    }

    SegmentInfo info() {
        return info;
    }

    boolean isRecycled() {
        return recycled;
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

    /** Whether the bytes at {@code offset} start like a batch header of this generation, valid or not. */
    boolean isBegun(int offset) throws IOException {
        return offset <= info.bytes() - BatchHeader.BYTES
                && BatchHeader.isBegun(window, load(offset, BatchHeader.BYTES), place(offset));
    }

    private Place place(int offset) {
        return new Place(directoryId, info.generation(), offset);
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

    long longAt(int offset) throws IOException {
        return window.getLong(load(offset, Long.BYTES));
    }

    /** Loads the bytes, which must be within the file, and returns their index in the window. */
    private int load(int offset, int length) throws IOException {
        if (offset < windowAt || offset + length > windowAt + window.limit()) {
            int wanted = Math.min(info.bytes() - offset, Math.max(length, window.capacity()));
            if (wanted > window.capacity()) {
                window = ByteBuffer.allocate(wanted);
            }
            window.clear().limit(wanted);
            file.readFully(window, offset);
            windowAt = offset;
            if (window.limit() < length) {
                throw damaged((long) offset + window.limit(), "ends here, before its reported size");
            }
        }
        return offset - windowAt;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
