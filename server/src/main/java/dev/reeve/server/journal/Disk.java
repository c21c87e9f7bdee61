package dev.reeve.server.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One directory of plain files. All file access of the journal goes through here, so that a test can take its place
 * with a disk that forgets what was not synced.
 */
public interface Disk {
    /** Opens the disk that a folder is on. */
    @FunctionalInterface
    interface Opener {
        Disk open(Path folder) throws IOException;
    }

    /** Opens a file that exists, to be read and written. */
    DiskFile open(String name) throws IOException;

    /** Makes an empty file, in place of one that may exist under that name. */
    DiskFile create(String name) throws IOException;

    boolean exists(String name) throws IOException;

    /** Replaces a file that may exist under the new name. */
    void rename(String from, String to) throws IOException;

    /** Does nothing if there is no such file. */
    void delete(String name) throws IOException;

    List<String> list() throws IOException;

    /** Makes creations, renames and deletions durable. */
    void syncDirectory() throws IOException;

    long freeBytes() throws IOException;

    /** Keeps other processes out until the returned lock is closed; null if one is in. */
    @Nullable
    Closeable tryLock(String name, String holder) throws IOException;

    /** Who holds the lock, in words for a message; null if nobody does. Changes nothing. */
    @Nullable
    String lockHolder(String name) throws IOException;

    /** Where a file is, in words for a message. */
    String describe(String name);
}
