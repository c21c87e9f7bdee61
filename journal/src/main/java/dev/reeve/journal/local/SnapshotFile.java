package dev.reeve.journal.local;

import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** A snapshot file that is being written, under a temporary name. */
final class SnapshotFile implements Closeable {
    /** Intermediate syncs keep the syncs of the live segment from waiting for the whole file. */
    private static final int SYNC_EVERY_BYTES = 8 << 20;

    private final DiskFile file;
    private final long position;
    private final CRC32C whole = new CRC32C();
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer chunkHeader = ByteBuffer.allocate(SnapshotHeader.CHUNK_HEADER_BYTES);
    private long at;
    private long syncedTo;

    private SnapshotFile(DiskFile file, long position) {
        this.file = file;
        this.position = position;
    }

    static SnapshotFile create(Disk disk, long directoryId, long position) throws IOException {
        SnapshotFile created = new SnapshotFile(disk.create(DataDirectory.SNAPSHOT_TEMPORARY), position);
        try {
            created.put(new SnapshotHeader(directoryId, position).bytes());
        } catch (IOException | RuntimeException e) {
            created.close();
            throw e;
        }
        return created;
    }

    void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            int count = Math.min(SnapshotHeader.LARGEST_CHUNK_BYTES, bytes.remaining());
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
        chunk(SnapshotHeader.END, ByteBuffer.allocate(0));
        file.sync();
        return new SnapshotInfo(DataDirectory.SNAPSHOT_TEMPORARY, position, at, (int) whole.getValue());
    }

    private void chunk(int length, ByteBuffer content) throws IOException {
        int chunkCrc = SnapshotHeader.chunkCrc(crc, at, length, content.duplicate());
        chunkHeader.clear().putInt(length).putInt(chunkCrc).flip();
        put(chunkHeader);
        put(content);
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
