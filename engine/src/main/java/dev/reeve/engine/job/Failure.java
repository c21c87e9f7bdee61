package dev.reeve.engine.job;

/**
 * How a job last failed.
 *
 * @param group what similar failures are filed under
 * @param worker who failed it, empty if nobody did
 * @param order grows with every failure: its place in the group
 */
public record Failure(String group, String message, long whenMicros, String worker, long order) {
    long sizeBytes() {
        return 64L + group.length() + message.length() + worker.length();
    }
}
