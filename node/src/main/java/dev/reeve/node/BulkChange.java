package dev.reeve.node;

import dev.reeve.engine.command.ChangeIf;
import dev.reeve.engine.search.JobFilter;
import dev.reeve.engine.search.JobPosition;
import org.jspecify.annotations.Nullable;

/**
 * A change of all jobs that a filter selects.
 *
 * @param filter which jobs; it names at least one state
 * @param after where to go on; null for the first jobs
 * @param dryRun whether the jobs are only counted
 * @param expected how many jobs have to be selected for anything to be changed; null for any number
 */
public record BulkChange(
        JobFilter filter,
        @Nullable JobPosition after,
        Action action,
        boolean dryRun,
        @Nullable Integer expected) {
    /**
     * What becomes of each job.
     *
     * @param queue for a move, where to
     * @param spreadMicros for a retry, the time over which the jobs become ready
     * @param by who changes the jobs, for their histories; null if nobody said so
     */
    public record Action(
            ChangeIf.Kind kind,
            @Nullable String queue,
            long spreadMicros,
            @Nullable String by) {}

    public BulkChange {
        if (filter.states().isEmpty()) {
            throw new IllegalArgumentException("expected a filter with a state");
        }
    }

    /** The same change, by somebody with that name. */
    public BulkChange by(String name) {
        Action named = new Action(action.kind, action.queue, action.spreadMicros, name);
        return new BulkChange(filter, after, named, dryRun, expected);
    }
}
