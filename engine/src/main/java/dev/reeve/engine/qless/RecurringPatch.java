package dev.reeve.engine.qless;

import org.jspecify.annotations.Nullable;

/** A change of a recurring job; null leaves a field unchanged. */
@SuppressWarnings("ArrayRecordComponent")
public record RecurringPatch(
        @Nullable String queue,
        @Nullable String klass,
        byte @Nullable [] payload,
        @Nullable Long priority,
        @Nullable Long retries,
        @Nullable Long intervalMicros,
        @Nullable Long backlog) {
    /** Applies the change. A new interval also moves the next due time. */
    public RecurringJob on(RecurringJob job) {
        long interval = intervalMicros == null ? job.intervalMicros() : Math.max(1, intervalMicros);
        long newRetries = retries == null ? job.retries() : Math.min(Integer.MAX_VALUE, Math.max(0, retries));
        return new RecurringJob(
                job.id(),
                queue == null ? job.queue() : queue,
                klass == null ? job.klass() : klass,
                payload == null ? job.payload() : payload,
                priority == null ? job.priority() : priority,
                job.tags(),
                (int) newRetries,
                backlog == null ? job.backlog() : backlog,
                job.count(),
                interval,
                CallerClock.plus(job.nextMicros(), interval - job.intervalMicros()));
    }
}
