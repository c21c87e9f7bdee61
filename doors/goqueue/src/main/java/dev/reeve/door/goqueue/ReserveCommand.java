package dev.reeve.door.goqueue;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.net.ReplyBuffer;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** {@code RESERVE<\0><queue><timeout>}: leases the next job of the queue, and waits if none is ready. */
final class ReserveCommand extends GoqueueCall<List<LeasedJob>> {
    private final String queue;
    private final long waitMicros;

    ReserveCommand(FrameHeader head, GoqueueProtocol talk) throws BadFrame {
        super(talk);
        queue = head.queue();
        waitMicros = GoqueueNumbers.waitMicros(head.number(1));
    }

    @Override
    void start(byte[] data) {
        waitHandle(node().acquire(new Acquire(List.of(queue), null, 1, 0), waitMicros, this));
    }

    @Override
    protected long retainedBytes(List<LeasedJob> acquired) {
        return acquired.get(0).payloadLength();
    }

    @Override
    protected void write(List<LeasedJob> acquired, ReplyBuffer out) {
        LeasedJob job = acquired.get(0);
        ByteBuf head = out.buffer();
        head.writeBytes(GoqueueReplies.RESERVED);
        head.writeLongLE(job.number());
        head.writeIntLE((int) GoqueueNumbers.shownPriority(job.job().priority()));
        head.writeIntLE((int) GoqueueNumbers.shownTtp(job));
        head.writeBytes(GoqueueReplies.STATUS_RESERVED);
        head.writeIntLE(job.payload().length);
        out.payload(job.payload());
    }
}
