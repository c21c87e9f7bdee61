package dev.reeve.journal;

/**
 * Receives the bytes of one snapshot in slices from the loop thread. The housekeeping thread writes them.
 *
 * <p>The journal calls {@link JournalListener#advanced} when the queue is empty and when the snapshot is done.
 */
public interface SnapshotTarget {
    /** Enqueues the first {@code length} bytes. The caller must not use the array afterwards. */
    void write(byte[] chunk, int length);

    /** Bytes queued but not yet written, so that the loop can pause its slices. */
    long queuedBytes();

    /** All bytes are enqueued: the snapshot is published once the journal is synced up to its position. */
    void finish();

    void abandon();

    /** Published, failed or abandoned, so that another one may be started. Any thread. */
    boolean isDone();
}
