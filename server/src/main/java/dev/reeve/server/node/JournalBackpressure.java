package dev.reeve.server.node;

import dev.reeve.server.journal.Journal;
import java.util.ArrayList;
import java.util.List;

/** Whether too many bytes are on their way to the disk, and who wants to know when that is over. */
final class JournalBackpressure {
    private final Journal journal;
    private final long mostBytes;
    private final List<Runnable> relieved = new ArrayList<>();

    JournalBackpressure(Journal journal, long mostBytes) {
        this.journal = journal;
        this.mostBytes = mostBytes;
    }

    boolean now() {
        return journal.unsyncedBytes() > mostBytes;
    }

    void whenRelieved(Runnable task) {
        relieved.add(task);
    }

    /** Runs the tasks of those who want to know, if it is over. */
    void relieve() {
        if (!relieved.isEmpty() && !now()) {
            List<Runnable> tasks = List.copyOf(relieved);
            relieved.clear();
            tasks.forEach(Runnable::run);
        }
    }
}
