package dev.reeve.server.metrics;

import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.RecoveryReport;
import dev.reeve.tally.JournalTally;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;

/** The metrics of the journal, its snapshots and its disk. */
final class JournalFamilies {
    private static final double SECOND = 1e9;

    private final JournalStatus journal;
    private final JournalTally tally;

    JournalFamilies(JournalStatus journal, JournalTally tally) {
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
        all.add(MetricBuilders.histogram("reeve_journal_sync_seconds", "Duration of journal syncs.")
                .dataPoint(MetricBuilders.histogramPoint(tally.syncNanos(), SECOND))
                .build());
        all.add(MetricBuilders.histogram("reeve_journal_batch_entries", "Number of commands per journal batch.")
                .dataPoint(MetricBuilders.histogramPoint(tally.batchEntries(), 1))
                .build());
        all.add(MetricBuilders.single(
                "reeve_journal_unsynced_bytes",
                "Journal bytes that are not synced to disk yet.",
                journal.unsyncedBytes()));
        all.add(MetricBuilders.single(
                "reeve_journal_busy_seconds",
                "Duration of the write or sync that is in progress.",
                (double) journal.busyNanos() / SECOND));
    }

    private void addSnapshots(List<MetricSnapshot> all) {
        all.add(MetricBuilders.counter("reeve_snapshots", "Published snapshots.")
                .dataPoint(MetricBuilders.counterPoint(tally.snapshots()))
                .build());
        all.add(MetricBuilders.counter("reeve_snapshot_failures", "Failed snapshots; they are retried.")
                .dataPoint(MetricBuilders.counterPoint(tally.failedSnapshots()))
                .build());
        all.add(MetricBuilders.single(
                "reeve_snapshot_seconds", "Duration of the last snapshot.", (double) tally.snapshotNanos() / SECOND));
        all.add(MetricBuilders.single("reeve_snapshot_bytes", "Size of the last snapshot.", tally.snapshotBytes()));
    }

    private void addRecovery(List<MetricSnapshot> all) {
        RecoveryReport report = journal.recovered();
        all.add(MetricBuilders.single(
                "reeve_recovery_seconds", "Duration of the recovery at startup.", (double) report.tookMillis() / 1e3));
        all.add(MetricBuilders.single(
                "reeve_recovery_entries", "Journal entries that were replayed at startup.", report.entriesReplayed()));
    }

    private void addDisk(List<MetricSnapshot> all) {
        all.add(MetricBuilders.single(
                "reeve_disk_free_bytes", "Free space on the disk of the data folder.", journal.freeBytes()));
        all.add(MetricBuilders.single(
                "reeve_disk_needed_bytes", "Free space below which new jobs are refused.", journal.neededBytes()));
    }
}
