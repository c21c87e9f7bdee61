package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/** The content of a snapshot file as a stream. Each chunk is verified before its bytes are returned. */
final class SnapshotFileReader extends InputStream {
    private final String described;
    private final SnapshotInfo info;
    private final DiskFile file;
    private final CRC32C whole = new CRC32C();
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer chunkHeader = ByteBuffer.allocate(SnapshotHeader.CHUNK_HEADER_BYTES);
    private ByteBuffer chunk = ByteBuffer.allocate(0);
    private long at = SnapshotHeader.BYTES;
    private boolean ended;
    private LongConsumer progress = bytes -> {};

    private SnapshotFileReader(String described, SnapshotInfo info, DiskFile file) {
        this.described = described;
        this.info = info;
        this.file = file;
    }

    static SnapshotFileReader open(Disk disk, long directoryId, SnapshotInfo info) throws IOException {
        String described = disk.describe(info.name());
        if (!disk.exists(info.name())) {
            throw new JournalCorruptException(described, 0, "is missing, but the manifest names it");
        }
        SnapshotFileReader reader = new SnapshotFileReader(described, info, disk.open(info.name()));
        try {
            reader.checkIdentity(directoryId);
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
        return reader;
    }

    /** Sets the receiver of the number of bytes read so far, which is called for every chunk. */
    void onProgress(LongConsumer receiver) {
        progress = receiver;
    }

    private void checkIdentity(long directoryId) throws IOException {
        long size = file.size();
        if (size != info.bytes()) {
            throw damaged(
                    Math.min(size, info.bytes()),
                    "expected a size of " + info.bytes() + " bytes, as in the manifest, but it has " + size);
        }
        ByteBuffer bytes = ByteBuffer.allocate(SnapshotHeader.BYTES);
        file.readFully(bytes, 0);
        SnapshotHeader header = SnapshotHeader.read(bytes);
        if (header == null) {
            throw damaged(0, "its header is damaged");
        }
        if (header.directoryId() != directoryId) {
            throw damaged(0, "belongs to another data directory");
        }
        if (header.position() != info.position()) {
            throw damaged(
                    0, "expected the snapshot of position " + info.position() + ", but it is of " + header.position());
        }
        whole.update(bytes);
    }

    private JournalCorruptException damaged(long offset, String problem) {
        return new JournalCorruptException(described, offset, problem);
    }

    @Override
    public int read() throws IOException {
        return fill() ? chunk.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, chunk.remaining());
        chunk.get(into, offset, count);
        return count;
    }

    /** Reads to the end, so that the whole file is verified. */
    void drain() throws IOException {
        while (fill()) {
            chunk.position(chunk.limit());
        }
    }

    private boolean fill() throws IOException {
        while (!chunk.hasRemaining()) {
            if (ended) {
                return false;
            }
            nextChunk();
        }
        return true;
    }

    private void nextChunk() throws IOException {
        file.readFully(chunkHeader.clear(), at);
        if (chunkHeader.limit() < SnapshotHeader.CHUNK_HEADER_BYTES) {
            throw damaged(at, "ends in the middle of a chunk");
        }
        int length = chunkHeader.getInt(0);
        ended = length == SnapshotHeader.END;
        int bytes = ended ? 0 : length;
        long left = info.bytes() - at - SnapshotHeader.CHUNK_HEADER_BYTES;
        if (bytes < 0 || bytes > SnapshotHeader.LARGEST_CHUNK_BYTES || bytes > left) {
            throw damaged(at, "a chunk claims " + length + " bytes");
        }
        if (chunk.capacity() < bytes) {
            chunk = ByteBuffer.allocate(bytes);
        }
        file.readFully(chunk.clear().limit(bytes), at + SnapshotHeader.CHUNK_HEADER_BYTES);
        if (chunk.limit() < bytes
                || chunkHeader.getInt(4) != SnapshotHeader.chunkCrc(crc, at, length, chunk.duplicate())) {
            throw damaged(at, "a chunk is damaged");
        }
        whole.update(chunkHeader.rewind());
        whole.update(chunk.duplicate());
        at += SnapshotHeader.CHUNK_HEADER_BYTES + bytes;
        progress.accept(at);
        if (ended && (at != info.bytes() || (int) whole.getValue() != info.crc())) {
            throw damaged(at, "the size or checksum of all chunks differs from the manifest");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
