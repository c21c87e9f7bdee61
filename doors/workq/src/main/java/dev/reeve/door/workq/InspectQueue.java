package dev.reeve.door.workq;

import dev.reeve.engine.queue.QueueView;
import dev.reeve.net.ReplyBuffer;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/** {@code inspect queue <name>}. */
final class InspectQueue extends WorkqCall<Optional<QueueView>> {
    private static final int KEYS = 2;

    private final String name;

    private InspectQueue(WorkqProtocol talk, String name) {
        super(talk);
        this.name = name;
    }

    static InspectQueue read(RequestLine line, WorkqProtocol talk) throws BadLine {
        return new InspectQueue(talk, line.name(1));
    }

    @Override
    void start(byte[] payload) {
        door().node().ask(engine -> Optional.ofNullable(engine.queue(name)), this);
    }

    @Override
    protected void write(Optional<QueueView> found, ReplyBuffer out) {
        if (found.isEmpty()) {
            markRefused();
            out.bytes(WorkqReplies.NOT_FOUND);
            return;
        }
        out.bytes(WorkqReplies.OK_ONE);
        writeQueue(found.get(), out);
    }

    static void writeQueue(QueueView queue, ReplyBuffer out) {
        ByteBuf lines = out.buffer();
        WorkqText.line(queue.name(), KEYS, lines);
        WorkqText.line("ready-len", queue.ready(), lines);
        WorkqText.line("scheduled-len", queue.scheduled(), lines);
    }
}
