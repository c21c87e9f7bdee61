package dev.reeve.journal.local;

import dev.reeve.journal.JournalListener;
import dev.reeve.journal.PayloadPlace;
import dev.reeve.journal.RecoveryTarget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** A local journal whose two threads are run turn by turn, for tests of the layers above it. */
public final class TurnByTurn {
    private final LocalJournal journal;

    /** Opens and recovers the journal. */
    public TurnByTurn(
            Disk disk,
            JournalSettings settings,
            RecoveryTarget recovery,
            JournalListener listener,
            LongSupplier nanoTime)
            throws IOException {
        journal = new LocalJournal(disk, settings, recovery, listener, nanoTime);
    }

    public LocalJournal journal() {
        return journal;
    }

    /** Runs one turn of the journal thread; true if the next one can run immediately. */
    public boolean writerTurn() {
        return journal.writing.takeTurn() == TurnThread.IMMEDIATELY;
    }

    /** Runs one turn of the thread that reads payloads; true if the next one can run immediately. */
    public boolean readingTurn() {
        return journal.payloads.reading.takeTurn() == TurnThread.IMMEDIATELY;
    }

    /** Reads a payload. */
    public byte[] read(PayloadPlace place) throws IOException {
        List<byte[]> found = new ArrayList<>();
        journal.payloads.store().bytes().read(List.of(place), (at, bytes) -> found.add(bytes));
        return found.get(0);
    }

    /** Runs one turn of the housekeeping thread; true if the next one can run immediately. */
    public boolean housekeepingTurn() {
        return journal.housekeeping.takeTurn() == TurnThread.IMMEDIATELY;
    }
}
