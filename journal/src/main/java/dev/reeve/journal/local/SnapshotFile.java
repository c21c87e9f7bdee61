package dev.reeve.journal.local;

import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A snapshot file that is being written, under a name that no manifest lists yet. Chunks follow the header, each preceded by its length
 * and checksum, then an end chunk.
 */
final class SnapshotFile implements Closeable {
    static final int FIRST_CHUNK_OFFSET = 32;
    static final int CHUNK_HEADER_BYTES = 8;
    /** Longer slices of the state are split, so that a reader never allocates more. */
    static final int LARGEST_CHUNK_BYTES = 1 << 20;
    /** Value of the length field that marks the end chunk. */
    static final int END = -1;

    /** Intermediate syncs keep the syncs of the live segment from waiting for the whole file. */
    private static final int SYNC_EVERY_BYTES = 8 << 20;

    private final String name;
    private final DiskFile file;
    private final long position;
    private final CRC32C whole = new CRC32C();
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer chunkHeader = ByteBuffer.allocate(CHUNK_HEADER_BYTES);
    private long at;
    private long syncedTo;

    SnapshotFile(Disk disk, String name, long position) throws IOException {
        this.name = name;
        this.file = disk.create(name);
        this.position = position;
    }

    void writeHeader(long directoryId) throws IOException {
        put(FileHeader.ofSnapshot(directoryId, position).bytes());
    }

    void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            int count = Math.min(LARGEST_CHUNK_BYTES, bytes.remaining());
            chunk(count, bytes.slice(bytes.position(), count));
            bytes.position(bytes.position() + count);
        }
        if (at - syncedTo >= SYNC_EVERY_BYTES) {
            file.sync();
            syncedTo = at;
        }
    }

    /** Ends the file and makes it durable. */
    SnapshotInfo finish() throws IOException {
        chunk(END, ByteBuffer.allocate(0));
        file.sync();
        return new SnapshotInfo(name, position, at, (int) whole.getValue());
    }

    private void chunk(int length, ByteBuffer content) throws IOException {
        int chunkCrc = chunkCrc(crc, at, length, content.duplicate());
        chunkHeader.clear().putInt(length).putInt(chunkCrc).flip();
        put(chunkHeader);
        put(content);
    }

    /** Includes the chunk's offset in the file, so that swapped chunks are detected. */
    static int chunkCrc(CRC32C crc, long at, int length, ByteBuffer content) {
        crc.reset();
        crc.update(ByteBuffer.allocate(12).putLong(at).putInt(length).flip());
        crc.update(content);
        return (int) crc.getValue();
    }

    private void put(ByteBuffer bytes) throws IOException {
        whole.update(bytes.duplicate());
        int count = bytes.remaining();
        file.writeFully(bytes, at);
        at += count;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
