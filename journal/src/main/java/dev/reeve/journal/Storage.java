package dev.reeve.journal;

import org.jspecify.annotations.Nullable;

/**
 * Where the entries of a node are kept: what the node has to know to answer, to hold back and to refuse requests, and to save
 * its state. Methods are for the loop thread, unless stated otherwise.
 */
public interface Storage extends AutoCloseable {
    /**
     * Flushes the open batch, if no write is in progress. Otherwise the batch keeps growing, and flush has to be called
     * again at {@link JournalListener#advanced}.
     */
    void flush();

    long lastAppended();

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
    default void copySnapshot(long position, SnapshotReceiver receiver) {
        receiver.received(null);
    }

    /** Where payloads can be on disk only; null if this storage has no place for them. */
    default @Nullable PayloadFiles payloads() {
        return null;
    }

    /** Makes all appended entries durable, and gives up what belongs to this process alone. Blocks. */
    @Override
    void close();
}
