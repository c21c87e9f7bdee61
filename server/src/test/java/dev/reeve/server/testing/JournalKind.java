package dev.reeve.server.testing;

import dev.reeve.server.journal.Durability;
import dev.reeve.server.journal.Journal;
import dev.reeve.server.journal.JournalListener;
import dev.reeve.server.journal.JournalSettings;
import dev.reeve.server.journal.LateJournal;
import dev.reeve.server.journal.LocalJournal;
import dev.reeve.server.journal.RecoveryTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;

/** The kinds of journal. All guarantees of a door have to hold with each of them. */
public enum JournalKind {
    /** Entries are applied immediately and answered after the sync. */
    LOCAL {
        @Override
        Journal open(Path directory, RecoveryTarget recovery, JournalListener listener, Executor executor)
                throws IOException {
            JournalSettings settings =
                    JournalSettings.defaults().withSegmentBytes(SEGMENT_BYTES).withDurability(Durability.OS);
            return LocalJournal.open(directory, settings, recovery, listener);
        }
    },
    /** Entries are applied and answered when they are committed, later and in batches. */
    LATE {
        @Override
        Journal open(Path directory, RecoveryTarget recovery, JournalListener listener, Executor executor) {
            return LateJournal.random(listener, executor, SEED);
        }
    };

    private static final int SEGMENT_BYTES = 4 << 20;
    private static final long SEED = 7;

    abstract Journal open(Path directory, RecoveryTarget recovery, JournalListener listener, Executor executor)
            throws IOException;
}
