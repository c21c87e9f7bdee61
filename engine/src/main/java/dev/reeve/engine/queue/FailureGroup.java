package dev.reeve.engine.queue;

import dev.reeve.engine.job.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A copy of what is known of the failed jobs of a failure group.
 *
 * @param group the name of the group
 * @param queue the queue in which the latest of them failed
 * @param type the kind of job of the latest
 * @param error the type of error that the worker told of the latest; null if it told none
 * @param count how many jobs have failed so
 * @param firstMicros when the first of them failed
 * @param lastMicros when the latest of them failed
 * @param sample the latest of them
 * @param message the message of the latest; null if nobody reported it, empty for a reader that may not see it
 */
public record FailureGroup(
        String group,
        String queue,
        String type,
        @Nullable String error,
        int count,
        long firstMicros,
        long lastMicros,
        JobId sample,
        @Nullable String message) {}
