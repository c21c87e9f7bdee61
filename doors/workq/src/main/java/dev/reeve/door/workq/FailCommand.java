package dev.reeve.door.workq;

import dev.reeve.engine.Done;
import dev.reeve.engine.command.Fail;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;

/** {@code fail <id> <result-size>}: reports that a job failed, regardless of which worker has leased it. */
final class FailCommand extends JobCall<Done> {
    private FailCommand(WorkqProtocol talk, JobRef job) {
        super(talk, job);
    }

    static FailCommand read(RequestLine line, WorkqProtocol talk) throws BadLine {
        JobRef job = line.job(0);
        talk.door().checkSize(line, 1, ClientError.INVALID_RESULT_SIZE);
        return new FailCommand(talk, job);
    }

    @Override
    void start(byte[] result) {
        door().node().submit(new Fail(job(), Claim.NONE, result), this);
    }
}
