package dev.reeve.test;

import dev.reeve.journal.local.Disk;
import dev.reeve.journal.local.DiskFile;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Files in memory, for one server. */
final class MemoryDisk implements Disk {
    private final Map<String, MemoryFile> files = new ConcurrentSkipListMap<>();
    private final AtomicReference<@Nullable String> holder = new AtomicReference<>();

    @Override
    public DiskFile open(String name) throws FileNotFoundException {
        return existing(name);
    }

    private MemoryFile existing(String name) throws FileNotFoundException {
        MemoryFile file = files.get(name);
        if (file == null) {
            throw new FileNotFoundException(name);
        }
        return file;
    }

    @Override
    public DiskFile create(String name) {
        MemoryFile file = new MemoryFile();
        files.put(name, file);
        return file;
    }

    @Override
    public boolean exists(String name) {
        return files.containsKey(name);
    }

    @Override
    public void rename(String from, String to) throws FileNotFoundException {
        files.put(to, existing(from));
        files.remove(from);
    }

    @Override
    public void delete(String name) {
        files.remove(name);
    }

    @Override
    public List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public void syncDirectory() {
        // Memory is never durable.
    }

    @Override
    public long freeBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public @Nullable Closeable tryLock(String name, String by) {
        return holder.compareAndSet(null, by) ? () -> holder.set(null) : null;
    }

    @Override
    public @Nullable String lockHolder(String name) {
        return holder.get();
    }

    @Override
    public String describe(String name) {
        return "memory/" + name;
    }

    /** The content of a file; closing it changes nothing. */
    private static final class MemoryFile implements DiskFile {
        private byte[] content = new byte[0];
        private int size;

        @Override
        public synchronized long size() {
            return size;
        }

        @Override
        public synchronized int read(ByteBuffer into, long offset) {
            if (offset >= size) {
                return -1;
            }
            int count = Math.min(into.remaining(), size - (int) offset);
            into.put(content, (int) offset, count);
            return count;
        }

        @Override
        public synchronized int write(ByteBuffer bytes, long offset) {
            int count = bytes.remaining();
            int end = Math.addExact((int) offset, count);
            if (end > content.length) {
                content = Arrays.copyOf(content, Math.max(end, (int)
                        Math.min(Integer.MAX_VALUE - 8L, content.length * 2L)));
            }
            bytes.get(content, (int) offset, count);
            size = Math.max(size, end);
            return count;
        }

        @Override
        public void sync() {
            // Memory is never durable.
        }

        @Override
        public void close() {
            // The file stays.
        }
    }
}
