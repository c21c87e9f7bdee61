package dev.reeve.client;

import org.jspecify.annotations.Nullable;

/**
 * What became of one of many jobs.
 *
 * @param id that of the job, or of the one that holds its unique key; empty if it was refused
 * @param created whether it is new; false too if it was refused
 * @param problem null if it was added or was there already
 */
public record AddOutcome(
        JobRequest<?, ?> request,
        String id,
        boolean created,
        @Nullable ReeveException problem) {
    /** @param repeated whether an earlier try may have been executed too */
    static AddOutcome of(JobRequest<?, ?> request, JsonObject result, boolean repeated) {
        JsonObject problem = result.object("problem");
        if (problem != null) {
            return new AddOutcome(request, "", false, ReeveException.of((int) problem.number("status"), problem));
        }
        String id = result.text("id");
        return new AddOutcome(request, id, isCreated(request, result, repeated), null);
    }

    /** A first try that was executed, and whose answer was lost, has made the job too. */
    static boolean isCreated(JobRequest<?, ?> request, JsonObject result, boolean repeated) {
        return result.flag("created") || (repeated && result.text("id").equals(request.id()));
    }

    public boolean isAdded() {
        return problem == null;
    }

    void orThrow() {
        if (problem != null) {
            throw problem;
        }
    }
}
