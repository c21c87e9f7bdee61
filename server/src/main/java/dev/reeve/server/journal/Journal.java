package dev.reeve.server.journal;

/**
 * Orders entries and makes them durable. Positions count entries from 1 over the life of the data directory.
 *
 * <p>Methods belong to the loop thread, unless they say otherwise. Entries are told apart by two positions only: up to
 * {@link #mayApply} they may change the state, up to {@link #mayReply} their outcome may be seen by anybody.
 */
public interface Journal extends AutoCloseable {
    /** Adds an entry to the open batch, copying it, and returns its position, which is the last one plus 1. */
    long append(byte[] bytes, int offset, int length);

    /**
     * Takes the entry at {@code position}, which must be the last appended one, out of the open batch.
     *
     * @return false if its batch has been handed over already, or {@code position} is not the last one
     */
    boolean cut(long position);

    /**
     * Hands the open batch over to be written, if nothing is being written. Otherwise the batch goes on growing, and
     * flush has to be called again at {@link JournalListener#advanced}.
     */
    void flush();

    long lastAppended();

    /** Entries up to here may be applied. */
    long mayApply();

    /** Entries up to here may be answered. Any thread. */
    long mayReply();

    /** Bytes of entries that were appended and may not be answered yet. */
    long unsyncedBytes();

    /** What the disk has room for. Any thread, and cheap. */
    WriteAdmission room();

    /** Tells how much a snapshot would take, for the disk-full rule and for {@link #snapshotDue}. */
    void liveBytes(long bytes);

    /** Whether the journal since the last snapshot outweighs the live data, and no snapshot is being taken. */
    boolean snapshotDue();

    /**
     * Begins a snapshot of the state as of {@code position}. One at a time: the previous one has to be finished or
     * abandoned, though it may not be published yet.
     */
    SnapshotTarget startSnapshot(long position);

    /** Writes and syncs what was appended, marks the end and gives the data directory free. Blocks. */
    @Override
    void close();
}
