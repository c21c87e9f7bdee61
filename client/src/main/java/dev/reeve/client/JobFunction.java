package dev.reeve.client;

import org.jspecify.annotations.Nullable;

/**
 * Works on jobs of one type. What it returns is the job's result, what it throws is its error: by the job's retry policy it is tried
 * again. {@link SnoozeException} gives the job back for a while, {@link FailForGood} fails it without another try.
 */
@FunctionalInterface
public interface JobFunction<P, R> {
    /** Called in a thread of its own, which is interrupted if the job is cancelled or its lease is lost. */
    @Nullable
    R handle(P payload, JobContext job) throws Exception;
}
