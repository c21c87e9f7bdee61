package dev.reeve.server;

import dev.reeve.net.ConnectionQuota;
import dev.reeve.net.MemoryBudget;
import dev.reeve.tally.Tallies;
import org.jspecify.annotations.Nullable;

/** Opens a node that needs others to begin with. */
interface NodeOpener extends AutoCloseable {
    /** Looks for the others. Returns whether the node can be opened. */
    boolean isReady();

    /** See {@link NodeRuntime#open}. */
    NodeRuntime open(ConnectionQuota quota, MemoryBudget memoryBudget, @Nullable Tallies tallies);

    @Override
    void close();
}
