package dev.reeve.node;

import dev.reeve.engine.Rejection;
import dev.reeve.journal.SnapshotCopy;
import dev.reeve.journal.Storage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls that want a copy of the state. All that wait get copies of the next snapshot, which begins after they were made. Loop only. */
final class StateCopies {
    private final Loop loop;
    private final Storage journal;
    private final List<Completion<StateCopy>> wanted = new ArrayList<>();

    StateCopies(Loop loop, Storage journal) {
        this.loop = loop;
        this.journal = journal;
    }

    void add(Completion<StateCopy> done) {
        wanted.add(done);
    }

    boolean areWanted() {
        return !wanted.isEmpty();
    }

    /** A snapshot of the state at this position is about to begin. */
    void snapshotBegins(long position) {
        for (Completion<StateCopy> done : List.copyOf(wanted)) {
            journal.copySnapshot(position, copy -> loop.execute(() -> end(done, copy)));
        }
        wanted.clear();
    }

    private static void end(Completion<StateCopy> done, @Nullable SnapshotCopy copy) {
        if (copy == null) {
            done.refused(Rejection.JOURNAL_FAULT);
        } else {
            done.reply(new StateCopy(copy));
        }
    }

    /** No more snapshots are begun for callers. */
    void stop() {
        wanted.forEach(Completion::outcomeUnknown);
        wanted.clear();
    }
}
