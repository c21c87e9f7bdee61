package dev.reeve.door.goqueue;

import dev.reeve.engine.Done;
import dev.reeve.engine.Rejection;
import dev.reeve.engine.command.Delete;
import dev.reeve.engine.job.JobRef;
import dev.reeve.net.ReplyBuffer;

/** {@code DELETE<\0><id>}: sent by a worker for a finished job, or by any client for a job that is to be removed. */
final class GoqueueDeleteCommand extends GoqueueCall<Done> {
    private final long number;

    GoqueueDeleteCommand(FrameHeader head, GoqueueProtocol talk) {
        super(talk);
        number = head.number(0);
    }

    @Override
    void start(byte[] data) {
        node().submit(new Delete(JobRef.of(number), true), this);
    }

    @Override
    protected byte[] errorReply(Rejection why) {
        return why == Rejection.JOB_NOT_FOUND
                ? GoqueueReplies.error("Job " + Long.toUnsignedString(number) + " does not exist")
                : super.errorReply(why);
    }

    @Override
    protected void write(Done done, ReplyBuffer out) {
        out.bytes(GoqueueReplies.OK);
    }
}
