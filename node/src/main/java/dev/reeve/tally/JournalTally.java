package dev.reeve.tally;

/**
 * Counters of the journal. Batches, syncs and snapshots each have a single writer at a time.
 *
 * @param snapshotNanos the duration of the last snapshot
 * @param snapshotBytes the size of the last snapshot
 */
public record JournalTally(
        Histogram syncNanos,
        Histogram batchEntries,
        Counter snapshots,
        Counter failedSnapshots,
        Counter snapshotNanos,
        Counter snapshotBytes) {
    private static final long MILLI = 1_000_000;

    public JournalTally() {
        this(
                Histogram.inUnitsOf(MILLI / 4, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_000, 16_000),
                new Histogram(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096),
                new Counter(),
                new Counter(),
                new Counter(),
                new Counter());
    }
}
