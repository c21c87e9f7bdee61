package dev.reeve.journal.local;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A disk with a watcher that is called for every change, and can make it fail or block. */
public final class WatchedDisk implements Disk {
    private final Disk disk;
    private final Watcher watcher;
    private final Map<String, WatchedFile> files = new ConcurrentHashMap<>();
    private volatile String renamedTo = "";

    /** The kind of a change. */
    public enum Kind {
        READ,
        CREATE,
        WRITE,
        SYNC,
        RENAME,
        DELETE,
        SYNC_NAMES
    }

    /** Only a write has a middle. */
    public enum Moment {
        BEFORE,
        HALFWAY,
        AFTER
    }

    /**
     * A change.
     *
     * @param name of the file before a rename; for a directory sync, of the last renamed file
     * @param offset of the write, or of the last write before the sync; -1 if there was none
     * @param head the first bytes of that write
     */
    public record Change(Kind kind, String name, long offset, ByteBuffer head) {
        static Change of(Kind kind, String name) {
            return new Change(kind, name, -1, ByteBuffer.allocate(0));
        }
    }

    /** Called for every change, on the thread that makes it. */
    public interface Watcher {
        void at(Moment moment, Change change) throws IOException;

        /** Called for every read of a file. */
        default void reads(Moment moment, Change read) {}

        /** Overrides the free space that the disk reports. */
        default long freeBytes(long bytes) {
            return bytes;
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    public WatchedDisk(Disk disk, Watcher watcher) {
        this.disk = disk;
        this.watcher = watcher;
    }

    private void change(Change change, Action action) throws IOException {
        watcher.at(Moment.BEFORE, change);
        action.run();
        watcher.at(Moment.AFTER, change);
    }

    @Override
    public DiskFile open(String name) throws IOException {
        return watched(name, disk.open(name));
    }

    @Override
    public DiskFile openPastCache(String name) throws IOException {
        return watched(name, disk.openPastCache(name));
    }

    /** Changes after a rename report the new name. */
    private WatchedFile watched(String name, DiskFile file) {
        WatchedFile watched = new WatchedFile(name, file);
        files.put(name, watched);
        return watched;
    }

    @Override
    public DiskFile create(String name) throws IOException {
        Change change = Change.of(Kind.CREATE, name);
        watcher.at(Moment.BEFORE, change);
        DiskFile file = disk.create(name);
        watcher.at(Moment.AFTER, change);
        return watched(name, file);
    }

    @Override
    public boolean exists(String name) throws IOException {
        return disk.exists(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        change(Change.of(Kind.RENAME, from), () -> disk.rename(from, to));
        renamedTo = to;
        WatchedFile file = files.remove(from);
        if (file != null) {
            file.name = to;
            files.put(to, file);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        change(Change.of(Kind.DELETE, name), () -> disk.delete(name));
    }

    @Override
    public List<String> list() throws IOException {
        return disk.list();
    }

    @Override
    public void syncDirectory() throws IOException {
        change(Change.of(Kind.SYNC_NAMES, renamedTo), disk::syncDirectory);
    }

    @Override
    public long freeBytes() throws IOException {
        return watcher.freeBytes(disk.freeBytes());
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

    private final class WatchedFile implements DiskFile {
        private volatile String name;
        private final DiskFile file;
        private long lastOffset = -1;
        private ByteBuffer lastHead = ByteBuffer.allocate(0);

        WatchedFile(String name, DiskFile file) {
            this.name = name;
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            Change read = Change.of(Kind.READ, name);
            watcher.reads(Moment.BEFORE, read);
            int count = file.read(into, offset);
            watcher.reads(Moment.AFTER, read);
            return count;
        }

        @Override
        public int write(ByteBuffer bytes, long offset) throws IOException {
            int count = bytes.remaining();
            lastOffset = offset;
            lastHead = head(bytes);
            Change change = new Change(Kind.WRITE, name, offset, lastHead);
            watcher.at(Moment.BEFORE, change);
            int limit = bytes.limit();
            bytes.limit(bytes.position() + count / 2);
            file.writeFully(bytes, offset);
            bytes.limit(limit);
            watcher.at(Moment.HALFWAY, change);
            file.writeFully(bytes, offset + count / 2);
            watcher.at(Moment.AFTER, change);
            return count;
        }

        private static ByteBuffer head(ByteBuffer bytes) {
            byte[] head = new byte[Math.min(BatchHeader.BYTES, bytes.remaining())];
            bytes.duplicate().get(head);
            return ByteBuffer.wrap(head);
        }

        @Override
        public void sync() throws IOException {
            change(new Change(Kind.SYNC, name, lastOffset, lastHead), file::sync);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
