package dev.reeve.server.metrics;

import dev.reeve.server.journal.LocalJournal;
import dev.reeve.server.journal.RecoveryReport;
import dev.reeve.server.tally.JournalTally;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;

/** What is told of the journal, its snapshots and its disk. */
final class JournalFamilies {
    private static final double SECOND = 1e9;

    private final LocalJournal journal;
    private final JournalTally tally;

    JournalFamilies(LocalJournal journal, JournalTally tally) {
        this.journal = journal;
        this.tally = tally;
    }

    List<MetricSnapshot> all() {
        List<MetricSnapshot> all = new ArrayList<>();
        addJournal(all);
        addSnapshots(all);
        addRecovery(all);
        addDisk(all);
        return all;
    }

    private void addJournal(List<MetricSnapshot> all) {
        all.add(MetricBuilders.counter("reeve_journal_written_bytes", "Bytes written to the journal.")
                .dataPoint(MetricBuilders.counterPoint(journal.writtenBytes()))
                .build());
        all.add(MetricBuilders.histogram("reeve_journal_sync_seconds", "Syncs of the journal, and the time they took.")
                .dataPoint(MetricBuilders.histogramPoint(tally.syncNanos(), SECOND))
                .build());
        all.add(MetricBuilders.histogram(
                        "reeve_journal_batch_entries", "Batches, and how many commands were written in each.")
                .dataPoint(MetricBuilders.histogramPoint(tally.batchEntries(), 1))
                .build());
        all.add(MetricBuilders.single(
                "reeve_journal_unsynced_bytes",
                "Bytes of commands that are on their way to the disk.",
                journal.unsyncedBytes()));
        all.add(MetricBuilders.single(
                "reeve_journal_busy_seconds",
                "How long the disk has been at the write or sync that it was given last.",
                (double) journal.busyNanos() / SECOND));
    }

    private void addSnapshots(List<MetricSnapshot> all) {
        all.add(MetricBuilders.counter("reeve_snapshots", "Snapshots that were published.")
                .dataPoint(MetricBuilders.counterPoint(tally.snapshots()))
                .build());
        all.add(MetricBuilders.counter("reeve_snapshot_failures", "Snapshots that failed and are tried again.")
                .dataPoint(MetricBuilders.counterPoint(tally.failedSnapshots()))
                .build());
        all.add(MetricBuilders.single(
                "reeve_snapshot_seconds", "How long the last snapshot took.", (double) tally.snapshotNanos() / SECOND));
        all.add(MetricBuilders.single("reeve_snapshot_bytes", "Size of the last snapshot.", tally.snapshotBytes()));
    }

    private void addRecovery(List<MetricSnapshot> all) {
        RecoveryReport report = journal.recovered();
        all.add(MetricBuilders.single(
                "reeve_recovery_seconds",
                "How long the start took to read the data.",
                (double) report.tookMillis() / 1e3));
        all.add(MetricBuilders.single(
                "reeve_recovery_entries", "Journal entries that the start had to replay.", report.entriesReplayed()));
    }

    private void addDisk(List<MetricSnapshot> all) {
        all.add(MetricBuilders.single(
                "reeve_disk_free_bytes", "Free space of the data folder's disk.", journal.freeBytes()));
        all.add(MetricBuilders.single(
                "reeve_disk_needed_bytes", "Free space below which new jobs are refused.", journal.neededBytes()));
    }
}
