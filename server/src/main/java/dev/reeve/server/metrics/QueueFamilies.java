package dev.reeve.server.metrics;

import dev.reeve.engine.JobEventType;
import dev.reeve.engine.job.State;
import dev.reeve.tally.QueueTallies;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The metrics of the queues and their jobs. */
final class QueueFamilies {
    private static final String QUEUE = "queue";
    private static final double SECOND = 1e6;

    private QueueFamilies() {}

    static void add(Map<String, QueueRow> rows, MetricFamilies families) {
        families.gauges(
                "reeve_jobs",
                "Jobs by queue and state.",
                points -> rows.forEach((queue, row) -> {
                    for (State state : State.values()) {
                        points.add(row.jobs(state), QUEUE, queue, "state", word(state));
                    }
                }));
        families.gauges(
                "reeve_jobs_oldest_waiting_seconds",
                "Age of the oldest ready job, since it became due.",
                points -> rows.forEach((queue, row) -> points.add((double) row.oldestMicros() / SECOND, QUEUE, queue)));
        for (JobEventType type : JobEventType.values()) {
            families.counters(
                    "reeve_jobs_" + word(type),
                    help(type),
                    points ->
                            rows.forEach((queue, row) -> points.add(row.tally().count(type), QUEUE, queue)));
        }
        Map<String, QueueRow> own = ownTimes(rows);
        families.histograms(
                "reeve_job_wait_seconds",
                "Time from when a job became due to its first lease.",
                SECOND,
                histograms -> own.forEach(
                        (queue, row) -> histograms.add(row.tally().times().waits(), QUEUE, queue)));
        families.histograms(
                "reeve_job_run_seconds",
                "Time from the lease of a job to its completion or reported failure.",
                SECOND,
                histograms -> own.forEach(
                        (queue, row) -> histograms.add(row.tally().times().runs(), QUEUE, queue)));
    }

    private static String help(JobEventType type) {
        return switch (type) {
            case ADDED -> "Jobs that were added or moved to the queue.";
            case LEASED -> "Jobs that were leased to workers.";
            case COMPLETED -> "Jobs that were completed or moved on to the next queue.";
            case FAILED -> "Job failures, including those that are retried.";
            case TIMED_OUT -> "Leases that timed out, including those of jobs that are retried.";
            case RETRIED -> "Retries of jobs.";
            case EXPIRED -> "Unfinished jobs whose time to live ended.";
            case CANCELLED -> "Jobs that were cancelled.";
            case DELETED -> "Unfinished jobs that were deleted on request.";
        };
    }

    /** The rows with their own histograms. The times of all other queues are summed under {@link QueueTallies#OTHER}. */
    private static Map<String, QueueRow> ownTimes(Map<String, QueueRow> rows) {
        Map<String, QueueRow> own = new TreeMap<>(rows);
        own.values().removeIf(row -> !row.tally().hasOwnTimes());
        return own;
    }

    private static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }
}
