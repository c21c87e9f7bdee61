package dev.reeve.journal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Orders entries and makes them durable. Positions number the entries from 1 over the life of the data directory.
 *
 * <p>Methods are for the loop thread, unless stated otherwise. Entries up to {@link #mayApply} may change the state.
 * The outcome of entries up to {@link #mayReply} may be published.
 */
public interface Journal extends AutoCloseable {
    /** Copies an entry into the open batch and returns its position, which is the last position plus 1. */
    long append(byte[] bytes, int offset, int length);

    /**
     * Removes the entry at {@code position}, which must be the last appended one, from the open batch.
     *
     * @return false if its batch has been flushed already, or {@code position} is not the last one
     */
    boolean cut(long position);

    /**
     * Flushes the open batch, if no write is in progress. Otherwise the batch keeps growing, and flush has to be called
     * again at {@link JournalListener#advanced}.
     */
    void flush();

    long lastAppended();

    /** Entries up to here may be applied. */
    long mayApply();

    /** Entries up to here may be answered. Any thread. */
    long mayReply();

    /** Bytes of entries that were appended and may not be answered yet. */
    long unsyncedBytes();

    /** The writes that the disk space allows. Any thread, and cheap. */
    WriteAdmission room();

    /** Whether {@link #room} is limited for another reason than lack of space. Any thread, and cheap. */
    default boolean hasFault() {
        return false;
    }

    /** Sets the estimated size of a snapshot, for the disk-full rule and {@link #snapshotDue}. */
    void liveBytes(long bytes);

    /** Whether the journal since the last snapshot is larger than the live data, and no snapshot is running. */
    boolean snapshotDue();

    /**
     * Starts a snapshot of the state at {@code position}. One at a time: the previous one has to be finished or
     * abandoned, but need not be published yet.
     */
    SnapshotTarget startSnapshot(long position);

    /**
     * Asks for a copy of the first snapshot of this position or a later one that will be published; to be called before that
     * one is started.
     *
     * @param receiver gets the copy, which it has to close, or null if the snapshot failed; on any thread
     */
    default void copySnapshot(long position, Consumer<@Nullable SnapshotCopy> receiver) {
        receiver.accept(null);
    }

    /** Writes and syncs all appended entries, marks the end and unlocks the data directory. Blocks. */
    @Override
    void close();
}
