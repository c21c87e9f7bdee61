package dev.reeve.server.journal;

/**
 * Takes the bytes of one snapshot, in slices, from the loop thread; they are written behind its back.
 *
 * <p>The journal calls {@link JournalListener#advanced} when the queue has run empty and when the snapshot is done.
 */
public interface SnapshotTarget {
    /** Queues the first {@code length} bytes. The array belongs to the snapshot from here on. */
    void write(byte[] chunk, int length);

    /** Bytes queued and not written yet, so that the loop can pause its slices. */
    long queuedBytes();

    /** All bytes were handed over: it is published as soon as the journal is synced up to its position. */
    void finish();

    void abandon();

    /** Published, failed or abandoned. Another one may be started from here on. Any thread. */
    boolean isDone();

    /** It could not be written; the reason was logged. Any thread. */
    boolean hasFailed();
}
