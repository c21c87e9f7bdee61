package dev.reeve.net.testing;

import dev.reeve.journal.Journal;
import dev.reeve.journal.JournalListener;
import dev.reeve.journal.RecoveryTarget;
import dev.reeve.journal.local.Durability;
import dev.reeve.journal.local.JournalSettings;
import dev.reeve.journal.local.LateJournal;
import dev.reeve.journal.local.LocalJournal;
import dev.reeve.journal.local.RealDisk;
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
            return LocalJournal.open(RealDisk.open(directory), settings, recovery, listener);
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
