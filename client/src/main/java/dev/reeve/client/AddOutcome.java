package dev.reeve.client;

import org.jspecify.annotations.Nullable;

/**
 * What became of one of many jobs.
 *
 * @param created whether it is new; false too if it was refused
 * @param problem null if it was added or was there already
 */
public record AddOutcome(
        JobRequest<?, ?> request, boolean created, @Nullable ReeveException problem) {
    public boolean isAdded() {
        return problem == null;
    }
}
