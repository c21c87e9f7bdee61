package dev.reeve.journal.local;

import dev.reeve.journal.local.Manifest.SnapshotInfo;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;

/**
 * Makes a data directory of a copy of a snapshot. The manifest is written last: what a killed restore leaves is no data
 * directory, a server does not start on it, and another restore begins anew.
 */
public final class Restore {
    /** A directory that has been used begins with a segment. So a snapshot of this generation is always that of a restore. */
    private static final String SNAPSHOT = Manifest.snapshotName(1);

    private static final Set<String> LEFT_BY_A_RESTORE = Set.of(DataDirectory.LOCK, SNAPSHOT, Manifest.TEMPORARY);
    private static final int SLICE_BYTES = 256 * 1024;

    private Restore() {}

    /** What was read: the state after the entry at this position. */
    public record Checked(long position, long bytes) {}

    /** Reads and verifies a copy of a snapshot. */
    public static Checked check(Disk disk, String name) throws IOException {
        try (SnapshotFileReader reader = SnapshotFileReader.ofCopy(disk, name)) {
            reader.drain();
            return new Checked(reader.position(), reader.bytes());
        }
    }

    /** Verifies a copy of a snapshot, and makes it the content of an empty directory. */
    public static Checked run(Disk from, String name, Disk to) throws IOException {
        requireEmpty(to);
        try (SnapshotFileReader reader = SnapshotFileReader.ofCopy(from, name)) {
            Closeable lock = lock(to);
            try {
                requireEmpty(to);
                fill(to, reader);
            } finally {
                lock.close();
            }
            return new Checked(reader.position(), reader.bytes());
        }
    }

    private static void fill(Disk to, SnapshotFileReader reader) throws IOException {
        long directoryId = new SecureRandom().nextLong();
        SnapshotInfo written = copy(reader, directoryId, to);
        to.syncDirectory();
        new Manifest(directoryId, 2, written.position(), written, List.of(), List.of()).publish(to);
    }

    private static Closeable lock(Disk to) throws IOException {
        Closeable lock = to.tryLock(
                DataDirectory.LOCK, "process " + ProcessHandle.current().pid());
        if (lock == null) {
            throw new DirectoryInUseException(to.toString(), String.valueOf(to.lockHolder(DataDirectory.LOCK)));
        }
        return lock;
    }

    private static void requireEmpty(Disk to) throws IOException {
        for (String name : to.list()) {
            if (!LEFT_BY_A_RESTORE.contains(name)) {
                throw new FileSystemException(to.toString(), null, "is not empty, it has " + name);
            }
        }
    }

    private static SnapshotInfo copy(SnapshotFileReader reader, long directoryId, Disk to) throws IOException {
        try (SnapshotFile file = new SnapshotFile(to, SNAPSHOT, reader.position())) {
            file.writeHeader(directoryId);
            byte[] slice = new byte[SLICE_BYTES];
            int count;
            while ((count = reader.readNBytes(slice, 0, slice.length)) > 0) {
                file.write(ByteBuffer.wrap(slice, 0, count));
            }
            return file.finish();
        }
    }
}
