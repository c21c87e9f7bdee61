package dev.reeve.engine;

import dev.reeve.engine.job.Job;
import dev.reeve.engine.job.State;

/**
 * What became of a job whose failure was reported.
 *
 * @param state FAILED if it has ended; another state if it is retried
 * @param dueAtMicros the time of the retry; meaningless if there is none
 */
public record Failed(State state, long dueAtMicros) {
    /** For a job that may be gone, with the state that it has reached. */
    public static Failed of(Job job, State reached) {
        return new Failed(reached, job.dueAtMicros());
    }
}
