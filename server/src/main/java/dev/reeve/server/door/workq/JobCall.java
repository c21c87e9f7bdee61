package dev.reeve.server.door.workq;

import dev.reeve.engine.Done;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.server.net.ReplyBuffer;

/** A command about a job that exists, or should. */
abstract class JobCall extends WorkqCall<Done> {
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

    /** What to say of a job that is not there: a text that is no UUID would have had to name one of another door. */
    static byte[] unknownJob(JobRef job) {
        return job.id() instanceof JobId.Uuid ? WorkqReplies.NOT_FOUND : ClientError.INVALID_ID.words();
    }

    @Override
    protected final void write(Done done, ReplyBuffer out) {
        out.bytes(WorkqReplies.OK);
    }
}
