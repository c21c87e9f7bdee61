package dev.reeve.tally;

/** Counters of the journal. Batches, syncs and snapshots each have a single writer at a time. */
public final class JournalTally {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final Histogram syncNanos = new Histogram(
            250 * MICRO,
            500 * MICRO,
            MILLI,
            2 * MILLI,
            4 * MILLI,
            8 * MILLI,
            16 * MILLI,
            32 * MILLI,
            64 * MILLI,
            128 * MILLI,
            256 * MILLI,
            512 * MILLI,
            SECOND,
            4 * SECOND);
    private final Histogram batchEntries = new Histogram(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096);
    private final Counter snapshots = new Counter();
    private final Counter failedSnapshots = new Counter();
    private final Counter snapshotNanos = new Counter();
    private final Counter snapshotBytes = new Counter();

    public void wrote(int entries) {
        batchEntries.add(entries);
    }

    public void synced(long tookNanos) {
        syncNanos.add(tookNanos);
    }

    public void snapshotPublished(long bytes, long tookNanos) {
        snapshots.add(1);
        snapshotBytes.set(bytes);
        snapshotNanos.set(tookNanos);
    }

    public void snapshotFailed() {
        failedSnapshots.add(1);
    }

    public Histogram syncNanos() {
        return syncNanos;
    }

    public Histogram batchEntries() {
        return batchEntries;
    }

    public long snapshots() {
        return snapshots.get();
    }

    public long failedSnapshots() {
        return failedSnapshots.get();
    }

    /** The duration of the last snapshot. */
    public long snapshotNanos() {
        return snapshotNanos.get();
    }

    /** The size of the last snapshot. */
    public long snapshotBytes() {
        return snapshotBytes.get();
    }
}
