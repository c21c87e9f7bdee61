package dev.reeve.server.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A journal over a simulated disk whose two threads are turns taken by the test, on a clock set by the test. */
final class SteppedJournal implements JournalListener {
    static final JournalSettings SMALL = JournalSettings.defaults().withSegmentBytes(16 << 10);

    final List<String> failures = new ArrayList<>();
    final AppendRecord optionalFields = new AppendRecord();
    final LocalJournal journal;
    int advances;
    long nowNanos = 1;

    SteppedJournal(Disk disk, JournalSettings settings) throws IOException {
        journal = LocalJournal.openWithoutThreads(disk, settings, optionalFields, this, () -> nowNanos);
    }

    long append(String entry) {
        return optionalFields.append(journal, entry);
    }

    /** Flushes and takes turns until nothing is left to do at once. Each thread may have to wake the other. */
    void settle() {
        int quietRounds = 0;
        while (quietRounds < 3) {
            int advancesBefore = advances;
            journal.flush();
            long writer = journal.takeWriterTurn();
            long housekeeper = journal.takeHousekeepingTurn();
            boolean busy =
                    writer == TurnThread.AT_ONCE || housekeeper == TurnThread.AT_ONCE || advances != advancesBefore;
            quietRounds = busy ? 0 : quietRounds + 1;
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
