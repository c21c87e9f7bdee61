package dev.reeve.door.workq;

import dev.reeve.engine.command.Complete;
import dev.reeve.engine.job.Claim;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;

/** {@code complete <id> <result-size>}: completes a job, regardless of which worker has leased it. */
final class CompleteCommand extends JobCall<State> {
    private CompleteCommand(WorkqProtocol talk, JobRef job) {
        super(talk, job);
    }

    static CompleteCommand read(RequestLine line, WorkqProtocol talk) throws BadLine {
        JobRef job = line.job(0);
        talk.door().checkSize(line, 1, ClientError.INVALID_PAYLOAD_SIZE);
        return new CompleteCommand(talk, job);
    }

    @Override
    void start(byte[] result) {
        door().node().submit(new Complete(job(), Claim.NONE, result), this);
    }
}
