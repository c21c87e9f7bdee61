package dev.reeve.client;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Describes a batch: jobs that are counted together, and jobs to be added when it has come to a certain point. */
public final class BatchBuilder {
    private final List<JobRequest<?, ?>> jobs = new ArrayList<>();
    private final Map<String, JobRequest<?, ?>> callbacks = new LinkedHashMap<>();
    private String id = UUID.randomUUID().toString();

    BatchBuilder() {}

    /** An id of the program's own: the same batch, made again with the same jobs, is there once. */
    public BatchBuilder id(String own) {
        id = own;
        return this;
    }

    /** Adds a job. Returns it, so that others can come {@link JobRequest#after after} it. */
    public <P, R> JobRequest<P, R> add(JobRequest<P, R> job) {
        jobs.add(job);
        return job;
    }

    /** Added once, when all jobs have completed, retried ones included. Its handler finds the counts in {@link JobContext#batch}. */
    public BatchBuilder onSuccess(JobRequest<?, ?> job) {
        return callback("on_success", job);
    }

    /** Added once, when all jobs have ended. */
    public BatchBuilder onComplete(JobRequest<?, ?> job) {
        return callback("on_complete", job);
    }

    /** Added once, when the first job has failed for good. */
    public BatchBuilder onFailure(JobRequest<?, ?> job) {
        return callback("on_failure", job);
    }

    private BatchBuilder callback(String when, JobRequest<?, ?> job) {
        callbacks.put(when, job.header(HeldJob.CALLBACK_HEADER, when));
        return this;
    }

    String id() {
        return id;
    }

    List<JobRequest<?, ?>> jobs() {
        return jobs;
    }

    /** Writes all but the jobs. */
    void write(boolean open, Codecs codecs, JsonGenerator out) throws IOException {
        out.writeStringField("id", id);
        out.writeBooleanField("open", open);
        for (Map.Entry<String, JobRequest<?, ?>> callback : callbacks.entrySet()) {
            out.writeFieldName(callback.getKey());
            WireText.writeRaw(callback.getValue().json(codecs), out);
        }
    }
}
