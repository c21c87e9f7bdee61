package dev.reeve.server.door.goqueue;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.Acquired;
import dev.reeve.server.net.Output;
import dev.reeve.server.node.WaitCompletion;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** {@code RESERVE<\0><queue><timeout>}: the next job of the queue, waiting for one if need be. */
final class ReserveCommand extends Call<List<Acquired>> implements WaitCompletion<List<Acquired>> {
    private final String queue;
    private final long waitMicros;

    private ReserveCommand(GoqueueProtocol talk, String queue, long waitMicros) {
        super(talk);
        this.queue = queue;
        this.waitMicros = waitMicros;
    }

    static ReserveCommand read(Head head, GoqueueProtocol talk) throws BadFrame {
        return new ReserveCommand(talk, head.queue(), Numbers.waitMicros(head.number(1)));
    }

    @Override
    void start(byte[] data) {
        session().block(this);
        parked(node().acquire(new Acquire(List.of(queue), null, 1, 0), waitMicros, this));
    }

    @Override
    public void timedOut() {
        refuse(Words.TIMEOUT);
    }

    @Override
    public void decided() {
        session().unblock(this);
    }

    @Override
    protected long weigh(List<Acquired> acquired) {
        return acquired.get(0).payload().length;
    }

    @Override
    protected void write(List<Acquired> acquired, Output out) {
        Acquired job = acquired.get(0);
        ByteBuf head = out.buffer();
        head.writeBytes(Words.RESERVED);
        head.writeLongLE(job.number());
        head.writeIntLE((int) Numbers.shownPriority(job.priority()));
        head.writeIntLE((int) Numbers.shownTtp(job));
        head.writeBytes(Words.STATUS_RESERVED);
        head.writeIntLE(job.payload().length);
        out.payload(job.payload());
    }
}
