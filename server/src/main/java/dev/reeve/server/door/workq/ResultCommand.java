package dev.reeve.server.door.workq;

import dev.reeve.engine.Rejection;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.JobRef;
import dev.reeve.server.net.Output;
import dev.reeve.server.node.Completion;
import dev.reeve.server.node.Ended;
import io.netty.buffer.ByteBuf;

/** {@code result <id> <wait-timeout>}: the result of a job, waiting for it if need be. */
final class ResultCommand extends WaitCall<Ended> {
    private final JobRef job;
    private final long waitMicros;

    private ResultCommand(WorkqProtocol talk, JobRef job, long waitMicros) {
        super(talk);
        this.job = job;
        this.waitMicros = waitMicros;
    }

    static ResultCommand read(Line line, WorkqProtocol talk) throws BadLine {
        return new ResultCommand(talk, line.job(0), line.waitMicros(1));
    }

    @Override
    void start(byte[] payload) {
        session().block(this);
        if (job.id() instanceof JobId.Uuid) {
            await();
        } else {
            // Whether such an id is invalid or its job has gone meanwhile can be told only by looking before waiting.
            door().node().ask(engine -> engine.job(job) != null, new Known());
        }
    }

    private void await() {
        parked(door().node().awaitEnd(job, waitMicros, this));
    }

    @Override
    protected long weigh(Ended ended) {
        return ended.result().length;
    }

    @Override
    protected void write(Ended ended, Output out) {
        writeResult(ended, out);
    }

    /** Writes {@code <id> <success> <result-size>} and the result. */
    static void writeResult(Ended ended, Output out) {
        ByteBuf head = out.buffer();
        head.writeBytes(Words.OK_ONE);
        Text.id(ended.id(), head);
        head.writeByte(' ').writeByte(ended.completed() ? '1' : '0').writeByte(' ');
        Text.number(ended.result().length, head);
        head.writeBytes(Words.CRLF);
        out.payload(ended.result());
        out.bytes(Words.CRLF);
    }

    private final class Known implements Completion<Boolean> {
        @Override
        public void reply(Boolean known) {
            if (known) {
                await();
            } else {
                saysNo();
                refuse(ClientError.INVALID_ID.words());
            }
        }

        @Override
        public void refused(Rejection why) {
            ResultCommand.this.refused(why);
        }

        @Override
        public void unknown() {
            ResultCommand.this.unknown();
        }
    }
}
