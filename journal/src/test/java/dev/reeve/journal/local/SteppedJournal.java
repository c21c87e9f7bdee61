package dev.reeve.journal.local;

import dev.reeve.journal.JournalListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A journal on a simulated disk and a manual clock. The test runs the turns of its two threads. */
final class SteppedJournal implements JournalListener {
    static final JournalSettings SMALL = JournalSettings.defaults().withSegmentBytes(16 << 10);

    final List<String> failures = new ArrayList<>();
    final AppendRecord optionalFields = new AppendRecord();
    final LocalJournal journal;
    int advances;
    int failedSnapshots;
    long nowNanos = 1;

    SteppedJournal(Disk disk, JournalSettings settings) throws IOException {
        journal = new LocalJournal(disk, settings, optionalFields, this, () -> nowNanos);
    }

    long append(String entry) {
        return optionalFields.append(journal, entry);
    }

    /** Flushes and runs turns until both threads are idle. Each thread may wake the other. */
    void settle() {
        int quietRounds = 0;
        while (quietRounds < 3) {
            int advancesBefore = advances;
            journal.flush();
            long writer = journal.writing.takeTurn();
            long housekeeper = journal.housekeeping.takeTurn();
            boolean busy = writer == TurnThread.IMMEDIATELY
                    || housekeeper == TurnThread.IMMEDIATELY
                    || advances != advancesBefore;
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
    public void snapshotFailed() {
        failedSnapshots++;
    }

    @Override
    public void failed(String what, Throwable cause) {
        failures.add(what + ": " + cause.getMessage());
    }
}
