package dev.reeve.engine;

import dev.reeve.engine.job.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a job is put into a queue, be it new or not. What is null stays as it was, or gets its default.
 *
 * @param depends the jobs to wait for; if empty, a job that is there keeps those it has
 */
@SuppressWarnings("ArrayRecordComponent")
public record PutRequest(
        String queue,
        String klass,
        byte[] payload,
        long delayMicros,
        @Nullable Long priority,
        @Nullable List<String> tags,
        @Nullable Integer retries,
        List<JobId> depends) {
    public PutRequest {
        tags = tags == null ? null : List.copyOf(tags);
        depends = List.copyOf(depends);
        if (retries != null && retries < 0) {
            throw new IllegalArgumentException("expected no negative retries, but got " + retries);
        }
    }
}
