package dev.reeve.door.workq;

import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.engine.job.State;
import dev.reeve.net.ReplyBuffer;
import dev.reeve.node.FinishedJob;
import dev.reeve.node.WaitCompletion;
import io.netty.buffer.ByteBuf;

/** {@code result <id> <wait-timeout>}: the result of a job; waits if the job has not ended. */
final class ResultCommand extends WorkqCall<FinishedJob> {
    private final JobRef job;
    private final long waitMicros;

    ResultCommand(RequestLine line, WorkqProtocol talk) throws BadLine {
        super(talk);
        job = line.job(0);
        waitMicros = line.waitMicros(1);
    }

    @Override
    void start(byte[] payload) {
        if (JobId.isUuid(job.id())) {
            await();
        } else {
            // An invalid id and a job deleted meanwhile can be distinguished only by a query before the wait.
            startIf(engine -> engine.job(job) != null, this::await, ClientError.INVALID_ID);
        }
    }

    private void await() {
        waitHandle(node().awaitEnd(job, waitMicros, new Answer()));
    }

    /** The protocol knows no cancelled jobs. */
    private final class Answer implements WaitCompletion<FinishedJob> {
        @Override
        public void resultFixed(FinishedJob ended) {
            if (ended.state() == State.CANCELLED) {
                ResultCommand.this.decided();
            } else {
                ResultCommand.this.resultFixed(ended);
            }
        }

        @Override
        public void reply(FinishedJob ended) {
            if (ended.state() == State.CANCELLED) {
                refused(Rejection.JOB_NOT_FOUND);
            } else {
                ResultCommand.this.reply(ended);
            }
        }

        @Override
        public void refused(Rejection why) {
            ResultCommand.this.refused(why);
        }

        @Override
        public void outcomeUnknown() {
            ResultCommand.this.outcomeUnknown();
        }

        @Override
        public void timedOut() {
            ResultCommand.this.timedOut();
        }

        @Override
        public void decided() {
            ResultCommand.this.decided();
        }
    }

    @Override
    protected long retainedBytes(FinishedJob ended) {
        return ended.result().length;
    }

    @Override
    protected void write(FinishedJob ended, ReplyBuffer out) {
        writeResult(ended, out);
    }

    /** Writes {@code <id> <success> <result-size>} and the result. */
    static void writeResult(FinishedJob ended, ReplyBuffer out) {
        ByteBuf head = out.buffer();
        head.writeBytes(WorkqReplies.OK_ONE);
        WorkqText.id(ended.id(), head);
        head.writeByte(' ').writeByte(ended.completed() ? '1' : '0').writeByte(' ');
        WorkqText.number(ended.result().length, head);
        head.writeBytes(WorkqReplies.CRLF);
        out.payload(ended.result());
        out.bytes(WorkqReplies.CRLF);
    }
}
