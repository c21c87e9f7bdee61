package dev.reeve.node;

import dev.reeve.journal.Journal;
import java.util.ArrayList;
import java.util.List;

/**
 * Backpressure of the journal: active while too many appended bytes are not yet durable. Callbacks run when it ends.
 *
 * <p>It is measured when it may change, at an append and at the end of a turn, so that sessions read one field.
 */
final class JournalBackpressure {
    private final Journal journal;
    private final long maxBytes;
    private final List<Runnable> listeners = new ArrayList<>();
    private boolean active;

    JournalBackpressure(Journal journal, long maxBytes) {
        this.journal = journal;
        this.maxBytes = maxBytes;
    }

    boolean isActive() {
        return active;
    }

    void measure() {
        active = journal.unsyncedBytes() > maxBytes;
    }

    void whenRelieved(Runnable task) {
        listeners.add(task);
    }

    /** Runs and removes the registered callbacks if backpressure has ended. */
    void notifyIfRelieved() {
        measure();
        if (!listeners.isEmpty() && !active) {
            List<Runnable> tasks = List.copyOf(listeners);
            listeners.clear();
            tasks.forEach(Runnable::run);
        }
    }
}
