package dev.reeve.server;

import dev.reeve.door.api.ClusterReport;
import dev.reeve.journal.JournalStatus;
import dev.reeve.server.metrics.ClusterFigures;
import org.jspecify.annotations.Nullable;

/** Where the entries of the node are kept, as far as the server tells of it. Any thread. */
interface EntryLog extends AutoCloseable {
    JournalStatus status();

    /** A text that says what was found at the start. */
    String recovered();

    /** How long the last sync took; 0 before the first. */
    long lastSyncNanos();

    /** Whether requests can be taken: all that was acknowledged before the start is there. */
    default boolean isServing() {
        return true;
    }

    /** Why requests cannot be answered now, for another reason than the disk; null if there is none. */
    default @Nullable String notReady() {
        return null;
    }

    /** The cluster that this node is part of; null if it is of none. */
    default @Nullable ClusterReport cluster() {
        return null;
    }

    /** The figures of that cluster at this moment; null if this node is of none. */
    default @Nullable ClusterFigures figures() {
        return null;
    }

    /** Called before the node is closed. */
    @Override
    default void close() {}
}
