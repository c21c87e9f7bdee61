package dev.reeve.journal.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the file system. Only the owner can read what it creates; the permissions of existing files and
 * directories are left alone.
 */
public final class RealDisk implements Disk {
    /**
     * Locks held by this process. POSIX drops a process's locks on a file when it closes any descriptor of that file,
     * so a file locked here must not even be opened a second time.
     */
    private static final Set<Path> LOCKED_BY_PROCESS = ConcurrentHashMap.newKeySet();

    /**
     * The JDK copies a heap buffer into a native buffer of the same size, and keeps that buffer; a batch may be very
     * large.
     */
    private static final int MAX_WRITE_BYTES = 1 << 20;

    private final Path directory;
    private final boolean readOnly;

    private RealDisk(Path directory, boolean readOnly) {
        this.directory = directory;
        this.readOnly = readOnly;
    }

    /** Opens the directory, and creates it if it does not exist. */
    public static RealDisk open(Path directory) throws IOException {
        makeFolder(directory);
        return new RealDisk(directory.toRealPath(), false);
    }

    /**
     * Creates the folder, which only its owner can enter, and its missing parents. A folder whose name is not durable can be lost in a power cut, with
     * all files synced in it.
     *
     * @return the folders that were synced, the innermost first
     */
    public static List<Path> makeFolder(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        List<Path> ancestors = ancestors(absolute);
        if (!Files.isDirectory(absolute)) {
            Path parent = absolute.getParent();
            if (parent != null && !Files.exists(parent)) {
                Files.createDirectories(parent);
            }
            Files.createDirectories(absolute, mode(absolute, "rwx------"));
        }
        for (Path ancestor : ancestors) {
            sync(ancestor);
        }
        return ancestors;
    }

    /** The permissions of a new file or folder; empty on a file system without permissions. */
    private static FileAttribute<?>[] mode(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static FileChannel create(Path path, Set<OpenOption> options) throws IOException {
        return FileChannel.open(path, options, mode(path, "rw-------"));
    }

    /** The parent folder, which a killed process may have created without a sync, and all folders to be created. */
    private static List<Path> ancestors(Path folder) {
        List<Path> ancestors = new ArrayList<>();
        boolean exists = false;
        for (Path parent = folder.getParent(); parent != null && !exists; parent = parent.getParent()) {
            exists = Files.isDirectory(parent);
            if (!exists || Files.isReadable(parent)) {
                ancestors.add(parent);
            }
        }
        return ancestors;
    }

    /** Opens an existing directory for reading only. */
    public static RealDisk readOnly(Path directory) throws IOException {
        return new RealDisk(directory.toRealPath(), true);
    }

    @Override
    public DiskFile open(String name) throws IOException {
        Path path = directory.resolve(name);
        return new RealFile(readOnly ? FileChannel.open(path, READ) : FileChannel.open(path, READ, WRITE));
    }

    @Override
    public DiskFile create(String name) throws IOException {
        return new RealFile(create(directory.resolve(name), Set.of(READ, WRITE, CREATE, TRUNCATE_EXISTING)));
    }

    @Override
    public boolean exists(String name) {
        return Files.exists(directory.resolve(name));
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(directory.resolve(from), directory.resolve(to), ATOMIC_MOVE);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public List<String> list() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public void syncDirectory() throws IOException {
        sync(directory);
    }

    private static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, READ)) {
            channel.force(true);
        }
    }

    @Override
    public long freeBytes() throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    @Override
    public @Nullable Closeable tryLock(String name, String holder) throws IOException {
        Path path = directory.resolve(name);
        if (!LOCKED_BY_PROCESS.add(path)) {
            return null;
        }
        FileChannel channel = null;
        boolean locked = false;
        try {
            channel = create(path, Set.of(READ, WRITE, CREATE));
            locked = channel.tryLock() != null;
            if (!locked) {
                return null;
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(holder.getBytes(UTF_8)), 0);
            Closeable file = channel;
            return () -> {
                file.close();
                LOCKED_BY_PROCESS.remove(path);
            };
        } catch (OverlappingFileLockException alreadyOurs) {
            return null;
        } finally {
            if (!locked) {
                LOCKED_BY_PROCESS.remove(path);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    @Override
    public @Nullable String lockHolder(String name) throws IOException {
        Path path = directory.resolve(name);
        if (LOCKED_BY_PROCESS.contains(path)) {
            return "this process";
        }
        if (!Files.exists(path)) {
            return null;
        }
        // A shared lock is refused while the server holds its exclusive lock, and needs no write permission.
        try (FileChannel channel = FileChannel.open(path, READ);
                FileLock free = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return free != null ? null : Files.readString(path);
        }
    }

    @Override
    public void beside(String threadName, Runnable reading) {
        Thread thread = new Thread(reading, threadName);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public String describe(String name) {
        return directory.resolve(name).toString();
    }

    @Override
    public String toString() {
        return directory.toString();
    }

    private record RealFile(FileChannel channel) implements DiskFile {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public int read(ByteBuffer into, long offset) throws IOException {
            return channel.read(into, offset);
        }

        @Override
        public int write(ByteBuffer bytes, long offset) throws IOException {
            int limit = bytes.limit();
            bytes.limit(Math.min(limit, bytes.position() + MAX_WRITE_BYTES));
            try {
                return channel.write(bytes, offset);
            } finally {
                bytes.limit(limit);
            }
        }

        @Override
        public void sync() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
