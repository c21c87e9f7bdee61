package dev.reeve.server.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A journal over a simulated disk whose two threads are turns taken by the test, on a clock set by the test. */
final class SteppedJournal implements JournalListener {
    static final JournalSettings SMALL = JournalSettings.defaults().withSegmentBytes(16 << 10);

    final List<String> failures = new ArrayList<>();
    final Ledger ledger = new Ledger();
    final LocalJournal journal;
    int advances;
    long nowNanos = 1;

    SteppedJournal(SimDisk disk, JournalSettings settings) throws IOException {
        journal = LocalJournal.openWithoutThreads(disk, settings, ledger, this, () -> nowNanos);
    }

    long append(String entry) {
        return ledger.append(journal, entry);
    }

    /** Flushes and takes turns until nothing is left to do at once. */
    void settle() {
        long writer = Worker.AT_ONCE;
        long housekeeper = Worker.AT_ONCE;
        int advancesBefore = -1;
        while (writer == Worker.AT_ONCE || housekeeper == Worker.AT_ONCE || advances != advancesBefore) {
            advancesBefore = advances;
            journal.flush();
            writer = journal.takeWriterTurn();
            housekeeper = journal.takeHousekeepingTurn();
        }
    }

    void passMillis(long millis) {
        nowNanos += millis * 1_000_000;
        settle();
    }

    @Override
    public void advanced() {
        advances++;
    }

    @Override
    public void failed(String what, Throwable cause) {
        failures.add(what + ": " + cause.getMessage());
    }
}
