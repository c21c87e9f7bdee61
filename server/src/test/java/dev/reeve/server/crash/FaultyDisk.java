package dev.reeve.server.crash;

import dev.reeve.server.journal.Disk;
import dev.reeve.server.journal.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A disk on which, from some moment on, journal files cannot be written, synced or made any more. */
public final class FaultyDisk implements Disk {
    /** What fails. */
    public enum Fault {
        WRITE,
        SYNC,
        SPACE
    }

    private final Disk disk;
    private final Fault fault;
    private final AtomicLong left;

    /** @param worksFor how often the operation works before it fails */
    public FaultyDisk(Disk disk, Fault fault, long worksFor) {
        this.disk = disk;
        this.fault = fault;
        this.left = new AtomicLong(worksFor);
    }

    private DiskFile faulty(DiskFile file) {
        return new FaultyFile(file);
    }

    private boolean fails(Fault operation) {
        return operation == fault && left.decrementAndGet() < 0;
    }

    @Override
    public DiskFile open(String name) throws IOException {
        return faulty(disk.open(name));
    }

    @Override
    public DiskFile create(String name) throws IOException {
        if (!name.startsWith("segment")) {
            return disk.create(name);
        }
        if (fails(Fault.SPACE)) {
            throw new IOException("No space left on device");
        }
        return faulty(disk.create(name));
    }

    @Override
    public boolean exists(String name) throws IOException {
        return disk.exists(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        disk.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        disk.delete(name);
    }

    @Override
    public List<String> list() throws IOException {
        return disk.list();
    }

    @Override
    public void syncDirectory() throws IOException {
        disk.syncDirectory();
    }

    @Override
    public long freeBytes() throws IOException {
        return left.get() < 0 ? 0 : disk.freeBytes();
    }

    @Override
    public @Nullable Closeable tryLock(String name, String holder) throws IOException {
        return disk.tryLock(name, holder);
    }

    @Override
    public @Nullable String lockHolder(String name) throws IOException {
        return disk.lockHolder(name);
    }

    @Override
    public String describe(String name) {
        return disk.describe(name);
    }

    @Override
    public String toString() {
        return disk.toString();
    }

    private final class FaultyFile implements DiskFile {
        private final DiskFile file;

        FaultyFile(DiskFile file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            return file.read(into, offset);
        }

        @Override
        public int write(ByteBuffer bytes, long offset) throws IOException {
            if (fails(Fault.WRITE)) {
                bytes.limit(bytes.position() + bytes.remaining() / 2);
                file.write(bytes, offset);
                throw new IOException("Input/output error");
            }
            return file.write(bytes, offset);
        }

        @Override
        public void sync() throws IOException {
            if (fails(Fault.SYNC)) {
                throw new IOException("Input/output error");
            }
            file.sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
