package dev.reeve.engine.schedule;

import dev.reeve.engine.job.HeapBytes;
import org.jspecify.annotations.Nullable;

/**
 * What an operator says about a schedule.
 *
 * @param cron the times as an expression, which the engine does not read; null if there is an interval
 * @param zone the time zone of the expression, which the engine does not read either
 * @param everyMicros the interval; 0 if there is an expression
 */
public record ScheduleSpec(
        @Nullable String cron, String zone, long everyMicros, JobTemplate job, MissedRuns missed, Overlap overlap) {
    /** Whether the other one has the same times. */
    boolean hasTimesOf(ScheduleSpec other) {
        return everyMicros == other.everyMicros
                && zone.equals(other.zone)
                && (cron == null ? other.cron == null : cron.equals(other.cron));
    }

    /** The estimated memory. */
    long sizeBytes() {
        return job.sizeBytes() + HeapBytes.string(cron) + HeapBytes.string(zone);
    }
}
