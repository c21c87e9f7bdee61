package dev.reeve.journal.local;

import dev.reeve.journal.JournalCorruptException;
import dev.reeve.journal.local.FileHeader.FileType;
import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;

/** The content of a snapshot file as a stream. Each chunk is verified before its bytes are returned. */
final class SnapshotFileReader extends InputStream {
    private final ListedFile listed;
    private final SnapshotInfo info;
    private final boolean isListed;
    private final CRC32C whole = new CRC32C();
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer chunkHeader = ByteBuffer.allocate(SnapshotFile.CHUNK_HEADER_BYTES);
    private ByteBuffer chunk = ByteBuffer.allocate(0);
    private long at = SnapshotFile.FIRST_CHUNK_OFFSET;
    private boolean ended;
    private LongConsumer progress = bytes -> {};

    SnapshotFileReader(Disk disk, long directoryId, SnapshotInfo info) throws IOException {
        this(disk, directoryId, info, true);
    }

    /** @param isListed whether a manifest tells the checksum of the whole file */
    private SnapshotFileReader(Disk disk, long directoryId, SnapshotInfo info, boolean isListed) throws IOException {
        FileHeader header = FileHeader.ofSnapshot(directoryId, info.position());
        this.listed = ListedFile.open(disk, info.name(), info.bytes(), header);
        this.info = info;
        this.isListed = isListed;
        whole.update(header.bytes());
    }

    /** A copy of a snapshot, which no manifest lists. Its chunks have checksums, and its end is marked. */
    static SnapshotFileReader ofCopy(Disk disk, String name) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SnapshotFile.FIRST_CHUNK_OFFSET);
        long size;
        try (DiskFile file = disk.open(name)) {
            file.readFully(bytes, 0);
            size = file.size();
        }
        FileHeader header = FileHeader.read(FileType.SNAPSHOT, bytes);
        if (header == null) {
            throw new JournalCorruptException(disk.describe(name), 0, "does not begin as a snapshot does");
        }
        SnapshotInfo info = new SnapshotInfo(name, header.number(), size, 0);
        return new SnapshotFileReader(disk, header.directoryId(), info, false);
    }

    long position() {
        return info.position();
    }

    long bytes() {
        return info.bytes();
    }

    /** Sets the receiver of the number of bytes read so far, which is called for every chunk. */
    void onProgress(LongConsumer receiver) {
        progress = receiver;
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
        listed.file().readFully(chunkHeader.clear(), at);
        if (chunkHeader.limit() < SnapshotFile.CHUNK_HEADER_BYTES) {
            throw listed.damaged(at, "ends in the middle of a chunk");
        }
        int length = chunkHeader.getInt(0);
        ended = length == SnapshotFile.END;
        int bytes = ended ? 0 : length;
        long left = info.bytes() - at - SnapshotFile.CHUNK_HEADER_BYTES;
        if (bytes < 0 || bytes > SnapshotFile.LARGEST_CHUNK_BYTES || bytes > left) {
            throw listed.damaged(at, "a chunk claims " + length + " bytes");
        }
        if (chunk.capacity() < bytes) {
            chunk = ByteBuffer.allocate(bytes);
        }
        listed.file().readFully(chunk.clear().limit(bytes), at + SnapshotFile.CHUNK_HEADER_BYTES);
        if (chunk.limit() < bytes
                || chunkHeader.getInt(4) != SnapshotFile.chunkCrc(crc, at, length, chunk.duplicate())) {
            throw listed.damaged(at, "a chunk is damaged");
        }
        whole.update(chunkHeader.rewind());
        whole.update(chunk.duplicate());
        at += SnapshotFile.CHUNK_HEADER_BYTES + bytes;
        progress.accept(at);
        if (ended && (at != info.bytes() || (isListed && (int) whole.getValue() != info.crc()))) {
            throw listed.damaged(
                    at,
                    isListed
                            ? "the size or checksum of all chunks differs from the manifest"
                            : "bytes follow the end of the snapshot");
        }
    }

    @Override
    public void close() throws IOException {
        listed.close();
    }
}
