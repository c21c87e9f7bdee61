package dev.reeve.server.journal;

import java.io.IOException;
import java.util.function.LongSupplier;

/** A local journal whose two threads are turns taken by a test, for tests of what stands on the journal. */
public final class TurnByTurn {
    private final LocalJournal journal;

    /** Opens it, which recovers what the disk holds. */
    public TurnByTurn(
            Disk disk,
            JournalSettings settings,
            RecoveryTarget recovery,
            JournalListener listener,
            LongSupplier nanoTime)
            throws IOException {
        journal = LocalJournal.openWithoutThreads(disk, settings, recovery, listener, nanoTime);
    }

    public LocalJournal journal() {
        return journal;
    }

    /** One step of what the journal thread would do; true if there is more to do at once. */
    public boolean writerTurn() {
        return journal.takeWriterTurn() == TurnThread.AT_ONCE;
    }

    /** One step of what the housekeeping thread would do; true if there is more to do at once. */
    public boolean housekeepingTurn() {
        return journal.takeHousekeepingTurn() == TurnThread.AT_ONCE;
    }
}
