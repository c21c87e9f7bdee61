package dev.reeve.node;

import dev.reeve.journal.Journal;
import dev.reeve.journal.Storage;

/**
 * What a node stands on.
 *
 * @param storage where its entries are kept
 * @param order how its work is ordered
 */
public record Backing(Storage storage, ApplyOrder.Source order) {
    /** A node that orders its work by itself, in its own journal. */
    public static Backing of(Journal journal, Clock clock, NodeSettings settings) {
        return new Backing(journal, live -> new ApplyQueue(clock, journal, settings.seeds(), live));
    }
}
