package dev.reeve.engine.command;

import dev.reeve.engine.Command;
import dev.reeve.engine.Done;
import dev.reeve.engine.EngineState;
import dev.reeve.engine.Growth;
import dev.reeve.engine.Outcome;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.TermsPool;
import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes what the creator of an unfinished job has chosen: everything that is given or, if a part is refused, nothing.
 *
 * @param priority the new priority; null keeps it, and so for the others
 * @param startsAtMicros the time from which the job can be leased; a job that workers hold is refused
 * @param tags all tags
 * @param maxAttempts the limit of the retry policy; 0 for no limit
 */
public record Edit(
        JobRef job,
        @Nullable Long priority,
        @Nullable Long startsAtMicros,
        @Nullable List<String> tags,
        @Nullable Integer maxAttempts)
        implements Command<Done> {
    private static final long MOST_TERMS_BYTES = TermsPool.mostBytes(TermsPool.MOST_DELAYS);

    public Edit {
        tags = tags == null ? null : List.copyOf(tags);
        if (maxAttempts != null && maxAttempts < 0) {
            throw new IllegalArgumentException("expected a limit of at least 0, but got " + maxAttempts);
        }
    }

    @Override
    public long growthBytes() {
        return Growth.tags(tags) + (maxAttempts == null ? 0 : MOST_TERMS_BYTES);
    }

    @Override
    public long growthBytes(EngineState state) {
        Job found = state.find(job);
        if (found == null) {
            return 0;
        }
        long terms = maxAttempts == null ? 0 : Math.min(MOST_TERMS_BYTES, TermsPool.sizeBytes(found.terms()));
        return Growth.tags(tags) + terms;
    }

    @Override
    public List<JobRef> jobs() {
        return List.of(job);
    }

    @Override
    public Outcome<Done> apply(EngineState state) {
        Job found = state.find(job);
        if (found == null) {
            return Outcome.refused(Rejection.JOB_NOT_FOUND);
        }
        if (found.state().ended()) {
            return LeaseChecks.refused(Rejection.ALREADY_ENDED, found);
        }
        if (startsAtMicros != null && found.state() == State.LEASED) {
            return LeaseChecks.refused(Rejection.INVALID_TRANSITION, found);
        }
        if (startsAtMicros != null && startsAtMicros >= found.ttlEndsAtMicros()) {
            return Outcome.refused(Rejection.EXPIRES_BEFORE_DUE);
        }
        if (priority != null || tags != null || maxAttempts != null) {
            state.edits().edit(found, priority, tags, maxAttempts);
        }
        if (startsAtMicros != null) {
            state.placements().reschedule(found, startsAtMicros);
        }
        return Outcome.done();
    }
}
