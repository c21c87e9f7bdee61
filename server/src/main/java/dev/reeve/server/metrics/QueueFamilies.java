package dev.reeve.server.metrics;

import dev.reeve.engine.JobEventType;
import dev.reeve.engine.job.State;
import dev.reeve.tally.QueueTallies;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The metrics of the queues and their jobs. */
final class QueueFamilies {
    private static final String QUEUE = "queue";
    private static final double SECOND = 1e6;

    private final Map<String, QueueRow> rows;

    QueueFamilies(Map<String, QueueRow> rows) {
        this.rows = rows;
    }

    List<MetricSnapshot> all() {
        List<MetricSnapshot> all = new ArrayList<>();
        all.add(jobs());
        all.add(oldest());
        for (JobEventType type : JobEventType.values()) {
            all.add(jobEvent(type));
        }
        all.add(waits());
        all.add(runs());
        return all;
    }

    private GaugeSnapshot jobs() {
        GaugeSnapshot.Builder family = MetricBuilders.gauge("reeve_jobs", "Jobs by queue and state.");
        rows.forEach((queue, row) -> {
            for (State state : State.values()) {
                family.dataPoint(MetricBuilders.gaugePoint(row.jobs(state), QUEUE, queue, "state", word(state)));
            }
        });
        return family.build();
    }

    private GaugeSnapshot oldest() {
        GaugeSnapshot.Builder family = MetricBuilders.gauge(
                "reeve_jobs_oldest_waiting_seconds", "Age of the oldest ready job, since it became due.");
        rows.forEach((queue, row) ->
                family.dataPoint(MetricBuilders.gaugePoint((double) row.oldestMicros() / SECOND, QUEUE, queue)));
        return family.build();
    }

    private CounterSnapshot jobEvent(JobEventType type) {
        CounterSnapshot.Builder family = MetricBuilders.counter("reeve_jobs_" + word(type), help(type));
        rows.forEach((queue, row) ->
                family.dataPoint(MetricBuilders.counterPoint(row.tally().count(type), QUEUE, queue)));
        return family.build();
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

    private HistogramSnapshot waits() {
        HistogramSnapshot.Builder family = MetricBuilders.histogram(
                "reeve_job_wait_seconds", "Time from when a job became due to its first lease.");
        ownTimes()
                .forEach((queue, row) -> family.dataPoint(
                        MetricBuilders.histogramPoint(row.tally().times().waits(), SECOND, QUEUE, queue)));
        return family.build();
    }

    private HistogramSnapshot runs() {
        HistogramSnapshot.Builder family = MetricBuilders.histogram(
                "reeve_job_run_seconds", "Time from the lease of a job to its completion or reported failure.");
        ownTimes()
                .forEach((queue, row) -> family.dataPoint(
                        MetricBuilders.histogramPoint(row.tally().times().runs(), SECOND, QUEUE, queue)));
        return family.build();
    }

    /** The rows with their own histograms. The times of all other queues are summed under {@link QueueTallies#OTHER}. */
    private Map<String, QueueRow> ownTimes() {
        Map<String, QueueRow> own = new TreeMap<>(rows);
        own.values().removeIf(row -> !row.tally().hasOwnTimes());
        return own;
    }

    private static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }
}
