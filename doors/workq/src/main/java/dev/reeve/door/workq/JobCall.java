package dev.reeve.door.workq;

import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.net.ReplyBuffer;

/** A command on an existing job. */
abstract class JobCall<R> extends WorkqCall<R> {
    private final JobRef job;

    JobCall(WorkqProtocol talk, JobRef job) {
        super(talk);
        this.job = job;
    }

    final JobRef job() {
        return job;
    }

    @Override
    protected final byte[] errorReply(Rejection why) {
        return why == Rejection.JOB_NOT_FOUND ? unknownJob(job) : super.errorReply(why);
    }

    /**
     * The error for a job that does not exist. An id that is not a UUID can only belong to a job of another door, so it
     * is reported as invalid.
     */
    static byte[] unknownJob(JobRef job) {
        return job.id() instanceof JobId.Uuid ? WorkqReplies.NOT_FOUND : ClientError.INVALID_ID.words();
    }

    @Override
    protected final void write(R done, ReplyBuffer out) {
        out.bytes(WorkqReplies.OK);
    }
}
