package dev.reeve.engine;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.State;
import org.jspecify.annotations.Nullable;

/**
 * What became of a job that was to be added.
 *
 * @param number the number of the new or existing job; 0 if it was not added: it was refused, or another one of its command
 *     was, of which all or none are added
 * @param created whether the job is new
 * @param state the state of the job; null if it was not added
 * @param dueAtMicros the time from which the job can be leased, or could be; 0 if it was not added
 * @param rejection why it was refused; null if it was not
 */
public record AddedJob(
        long number,
        JobId id,
        boolean created,
        @Nullable State state,
        long dueAtMicros,
        @Nullable Rejection rejection) {
    public static AddedJob of(Job job, boolean created) {
        return new AddedJob(job.number(), job.id(), created, job.state(), job.dueAtMicros(), null);
    }

    /** For a job that was not added because another one was refused. */
    public static AddedJob notAdded(JobId id) {
        return new AddedJob(0, id, false, null, 0, null);
    }

    public static AddedJob refused(JobId id, Rejection why) {
        return new AddedJob(0, id, false, null, 0, why);
    }
}
