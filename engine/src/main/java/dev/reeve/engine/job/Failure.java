package dev.reeve.engine.job;

/**
 * The last failure of a job.
 *
 * @param group the failure group: a name for similar failures
 * @param worker the worker that reported the failure; empty if none did
 * @param order increases with every failure; orders the failures of a group
 */
public record Failure(String group, String message, long whenMicros, String worker, long order) {
    long sizeBytes() {
        return 64L + group.length() + message.length() + worker.length();
    }
}
