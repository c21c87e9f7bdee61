package dev.reeve.journal.local;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One directory of plain files. All file access of the journal goes through this interface, so that tests can simulate
 * the loss of unsynced data.
 */
public interface Disk {
    /** Opens the disk of a folder. */
    @FunctionalInterface
    interface Opener {
        Disk open(Path folder) throws IOException;
    }

    /** Opens an existing file for reading and writing. */
    DiskFile open(String name) throws IOException;

    /** Creates an empty file and replaces an existing one. */
    DiskFile create(String name) throws IOException;

    boolean exists(String name) throws IOException;

    /** Replaces an existing file of the new name. */
    void rename(String from, String to) throws IOException;

    /** Does nothing if the file does not exist. */
    void delete(String name) throws IOException;

    List<String> list() throws IOException;

    /** Makes creations, renames and deletions durable. */
    void syncDirectory() throws IOException;

    long freeBytes() throws IOException;

    /** Locks out other processes until the returned lock is closed; null if another process holds the lock. */
    @Nullable
    Closeable tryLock(String name, String holder) throws IOException;

    /** The holder of the lock, as text for a message; null if it is free. Changes nothing. */
    @Nullable
    String lockHolder(String name) throws IOException;

    /**
     * Runs a task that only reads, on a thread of that name beside the caller's if the disk may be read by several at a time. By default it
     * has run when this returns: a simulated disk counts operations, and needs one order of them.
     */
    default void beside(String threadName, Runnable reading) {
        reading.run();
    }

    /** The location of a file, as text for a message. */
    String describe(String name);
}
