package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * What a job learns of one that it depends on. The arrays are shared with the engine and must not be modified.
 *
 * @param key the name that the dependency has for its dependents: the one that its producer gave it, or its id
 * @param state null if the job is gone. One in a dead letter queue shows as failed
 * @param result null if there is none, or if it is too large; then only the size is told
 */
@SuppressWarnings("ArrayRecordComponent")
public record Dependency(
        String key,
        JobId id,
        @Nullable State state,
        byte @Nullable [] result,
        int resultBytes,
        @Nullable JobError error) {
    /** The size of all results that a job gets; of the others it learns the size. */
    public static final int MOST_RESULT_BYTES = 256 * 1024;

    /** What is known of a job that is gone. */
    static Dependency gone(JobId id) {
        return new Dependency(id.toString(), id, null, null, 0, null);
    }

    /**
     * What is known of a job.
     *
     * @param roomBytes the largest result that may be included
     */
    public static Dependency of(JobId id, @Nullable Job job, long roomBytes) {
        if (job == null) {
            return gone(id);
        }
        String key = job.options().ties().dependencyKey();
        byte[] result = job.state() == State.COMPLETED ? job.result() : null;
        int size = result == null ? 0 : result.length;
        boolean failed = Standing.of(job) == Standing.FAILED;
        return new Dependency(
                key == null ? id.toString() : key,
                id,
                failed && !job.state().ended() ? State.FAILED : job.state(),
                size <= roomBytes ? result : null,
                size,
                failed ? job.error() : null);
    }

    /** A copy without content of clients. */
    public Dependency withoutContent() {
        return new Dependency(key, id, state, null, resultBytes, error == null ? null : error.withoutContent());
    }
}
