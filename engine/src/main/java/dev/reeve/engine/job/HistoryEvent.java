package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * An event in the history of a job.
 *
 * @param whenMicros the time by the clock of the caller that caused the event
 * @param what the type of the event: one of the constants below, or a client's own text
 * @param queue the queue that the job was put into
 * @param worker the worker that acquired or failed the job
 * @param group the failure group
 * @param data a client's own data; opaque to the engine
 */
@SuppressWarnings("ArrayRecordComponent")
public record HistoryEvent(
        long whenMicros,
        String what,
        @Nullable String queue,
        @Nullable String worker,
        @Nullable String group,
        byte @Nullable [] data) {
    public static final String PUT = "put";
    public static final String POPPED = "popped";
    public static final String DONE = "done";
    public static final String FAILED = "failed";
    public static final String TIMED_OUT = "timed-out";

    public static HistoryEvent put(long whenMicros, String queue) {
        return new HistoryEvent(whenMicros, PUT, queue, null, null, null);
    }

    public static HistoryEvent popped(long whenMicros, String worker) {
        return new HistoryEvent(whenMicros, POPPED, null, worker, null, null);
    }

    public static HistoryEvent done(long whenMicros) {
        return new HistoryEvent(whenMicros, DONE, null, null, null, null);
    }

    public static HistoryEvent timedOut(long whenMicros) {
        return new HistoryEvent(whenMicros, TIMED_OUT, null, null, null, null);
    }

    public static HistoryEvent failed(long whenMicros, String group, @Nullable String worker) {
        return new HistoryEvent(whenMicros, FAILED, null, worker, group, null);
    }

    long sizeBytes() {
        long bytes = 64L + what.length();
        bytes += queue == null ? 0 : queue.length();
        bytes += worker == null ? 0 : worker.length();
        bytes += group == null ? 0 : group.length();
        return bytes + (data == null ? 0 : data.length);
    }
}
