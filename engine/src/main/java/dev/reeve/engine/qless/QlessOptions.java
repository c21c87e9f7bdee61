package dev.reeve.engine.qless;

import dev.reeve.engine.job.HeapBytes;
import dev.reeve.engine.job.JobHistory;
import dev.reeve.engine.job.Terms;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The options that qless clients set, as the strings that they sent, with typed access to those that the engine uses.
 */
public final class QlessOptions {
    /** Every event copies the list, and every query of the job reads it. */
    private static final int MAX_HISTORY_EVENTS = 1000;

    /** The deletion of a queue removes all days. */
    private static final int MAX_STATS_DAYS = 1000;

    private static final double GRACE_SECONDS = 10;
    private static final double HISTORY_SECONDS = 7 * 24 * 60 * 60;
    private static final double WORKER_AGE_SECONDS = 24 * 60 * 60;
    private static final int HISTORY_COUNT = 50_000;
    private static final int STATS_DAYS = 30;
    private static final long OVERHEAD_BYTES = 40;

    private final NavigableMap<String, String> values = new TreeMap<>();
    private long bytes;

    public @Nullable String get(String option) {
        return values.get(option);
    }

    /** The options that were set, ordered by name. */
    public NavigableMap<String, String> all() {
        return new TreeMap<>(values);
    }

    public void set(String option, String value) {
        unset(option);
        values.put(option, value);
        bytes += sizeBytes(option, value);
    }

    public void unset(String option) {
        String before = values.remove(option);
        if (before != null) {
            bytes -= sizeBytes(option, before);
        }
    }

    public void clear() {
        values.clear();
        bytes = 0;
    }

    public long sizeBytes() {
        return bytes;
    }

    /** The estimated memory of an option. */
    public static long sizeBytes(String option, String value) {
        return OVERHEAD_BYTES + HeapBytes.string(option) + HeapBytes.string(value);
    }

    /** How long a lease on a job of the queue lasts, unless the job or the caller says otherwise. */
    public long heartbeatMicros(String queue) {
        if (values.isEmpty()) {
            return Terms.DEFAULT_LEASE_MICROS;
        }
        Double own = number(queue + "-heartbeat");
        own = own == null ? number("heartbeat-" + queue) : own;
        own = own == null ? number("heartbeat") : own;
        return own == null ? Terms.DEFAULT_LEASE_MICROS : CallerClock.micros(own);
    }

    /** The maximum number of concurrent leases on jobs of the queue; 0 or less for no limit. */
    public long maxConcurrency(String queue) {
        if (values.isEmpty()) {
            return 0;
        }
        Double most = number(queue + "-max-concurrency");
        return most == null ? 0 : most.longValue();
    }

    /** How long a worker keeps a job after its lease lapsed; 0 or less for no grace period. */
    public long graceMicros() {
        return CallerClock.micros(number("grace-period", GRACE_SECONDS));
    }

    public long historyMicros() {
        return CallerClock.micros(number("jobs-history", HISTORY_SECONDS));
    }

    public long historyCount() {
        return (long) number("jobs-history-count", HISTORY_COUNT);
    }

    public int maxHistoryEvents() {
        int wanted = (int) number("max-job-history", JobHistory.DEFAULT_MAX_EVENTS);
        return wanted <= 0 ? MAX_HISTORY_EVENTS : Math.min(MAX_HISTORY_EVENTS, wanted);
    }

    public long workerAgeMicros() {
        return CallerClock.micros(number("max-worker-age", WORKER_AGE_SECONDS));
    }

    public int statsDays() {
        return (int) Math.max(1, Math.min(MAX_STATS_DAYS, number("stats-history", STATS_DAYS)));
    }

    private double number(String option, double otherwise) {
        Double value = number(option);
        return value == null ? otherwise : value;
    }

    private @Nullable Double number(String option) {
        String text = values.get(option);
        if (text == null) {
            return null;
        }
        try {
            double number = Double.parseDouble(text);
            return Double.isNaN(number) ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
