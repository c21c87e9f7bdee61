package dev.reeve.door.workq;

import dev.reeve.engine.command.Acquire;
import dev.reeve.engine.job.JobId;
import dev.reeve.engine.job.Lease;
import dev.reeve.engine.job.LeasedJob;
import dev.reeve.net.ReplyBuffer;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** {@code lease <name>... <wait-timeout>}: leases the next job of one of the queues, and waits if none is ready. */
final class LeaseCommand extends WorkqCall<List<LeasedJob>> {
    private final List<String> names;
    private final List<String> foreignNames = new ArrayList<>(0);
    private final long waitMicros;
    private final boolean withTtr;

    LeaseCommand(RequestLine line, WorkqProtocol talk) throws BadLine {
        super(talk);
        int count = line.args() - 1;
        names = count == 1 ? List.of(name(line, 0)) : names(line, count);
        waitMicros = line.waitMicros(count);
        withTtr = talk.door().hasTtrInLease();
    }

    private List<String> names(RequestLine line, int count) throws BadLine {
        List<String> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(name(line, i));
        }
        return all.stream().distinct().toList();
    }

    private String name(RequestLine line, int arg) throws BadLine {
        String own = line.ownName(arg);
        if (own != null) {
            return own;
        }
        String foreign = line.foreignName(arg);
        foreignNames.add(foreign);
        return foreign;
    }

    @Override
    void start(byte[] payload) {
        if (foreignNames.isEmpty()) {
            acquire();
        } else {
            startIf(
                    engine -> foreignNames.stream().allMatch(name -> engine.queue(name) != null),
                    this::acquire,
                    ClientError.INVALID_NAME);
        }
    }

    private void acquire() {
        waitHandle(node().acquire(new Acquire(names, null, 1, 0), waitMicros, this));
    }

    @Override
    protected long retainedBytes(List<LeasedJob> acquired) {
        return acquired.get(0).payloadLength();
    }

    @Override
    protected void write(List<LeasedJob> acquired, ReplyBuffer out) {
        LeasedJob job = acquired.get(0);
        JobId id = job.id();
        String queue = job.queue();
        byte[] payload = job.payload();
        ByteBuf head = out.buffer();
        head.writeBytes(WorkqReplies.OK_ONE);
        WorkqText.id(id, head);
        head.writeByte(' ');
        WorkqWord.write(queue, head);
        head.writeByte(' ');
        if (withTtr) {
            WorkqText.number(ttrMillis(job.lease()), head);
            head.writeByte(' ');
        }
        WorkqText.number(payload.length, head);
        head.writeBytes(WorkqReplies.CRLF);
        out.payload(payload);
        out.bytes(WorkqReplies.CRLF);
    }

    /** The length of this lease. A job of another door may take it from its queue, or exceed the largest ttr. */
    private static long ttrMillis(Lease lease) {
        long millis = (lease.deadlineMicros() - lease.startedAtMicros()) / 1000;
        return Math.max(1, Math.min(RequestLine.MOST_TTR_MILLIS, millis));
    }
}
