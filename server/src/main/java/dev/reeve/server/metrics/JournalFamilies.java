package dev.reeve.server.metrics;

import dev.reeve.journal.JournalStatus;
import dev.reeve.journal.RecoveryReport;
import dev.reeve.tally.JournalTally;

/** The metrics of the journal, its snapshots and its disk. */
final class JournalFamilies {
    private static final double SECOND = 1e9;

    private JournalFamilies() {}

    static void add(JournalStatus journal, JournalTally tally, MetricFamilies families) {
        families.counter("reeve_journal_written_bytes", "Bytes written to the journal.", journal.writtenBytes());
        families.histograms(
                "reeve_journal_sync_seconds",
                "Duration of journal syncs.",
                SECOND,
                histograms -> histograms.add(tally.syncNanos()));
        families.histograms(
                "reeve_journal_batch_entries",
                "Number of commands per journal batch.",
                1,
                histograms -> histograms.add(tally.batchEntries()));
        families.gauge(
                "reeve_journal_unsynced_bytes",
                "Journal bytes that are not synced to disk yet.",
                journal.unsyncedBytes());
        families.gauge(
                "reeve_journal_busy_seconds",
                "Duration of the write or sync that is in progress.",
                (double) journal.busyNanos() / SECOND);
        families.counter(
                "reeve_snapshots", "Published snapshots.", tally.snapshots().get());
        families.counter(
                "reeve_snapshot_failures",
                "Failed snapshots; they are retried.",
                tally.failedSnapshots().get());
        families.gauge(
                "reeve_snapshot_seconds",
                "Duration of the last snapshot.",
                (double) tally.snapshotNanos().get() / SECOND);
        families.gauge(
                "reeve_snapshot_bytes",
                "Size of the last snapshot.",
                tally.snapshotBytes().get());
        RecoveryReport report = journal.recovered();
        families.gauge(
                "reeve_recovery_seconds", "Duration of the recovery at startup.", (double) report.tookMillis() / 1e3);
        families.gauge(
                "reeve_recovery_entries", "Journal entries that were replayed at startup.", report.entriesReplayed());
        families.gauge("reeve_disk_free_bytes", "Free space on the disk of the data folder.", journal.freeBytes());
        families.gauge(
                "reeve_disk_needed_bytes", "Free space below which new jobs are refused.", journal.neededBytes());
    }
}
