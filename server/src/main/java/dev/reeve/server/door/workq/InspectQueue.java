package dev.reeve.server.door.workq;

import dev.reeve.engine.queue.QueueView;
import dev.reeve.server.net.Output;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/** {@code inspect queue <name>}. */
final class InspectQueue extends Call<Optional<QueueView>> {
    private static final int KEYS = 2;

    private final String name;

    private InspectQueue(WorkqProtocol talk, String name) {
        super(talk);
        this.name = name;
    }

    static InspectQueue read(Line line, WorkqProtocol talk) throws BadLine {
        return new InspectQueue(talk, line.name(1));
    }

    @Override
    void start(byte[] payload) {
        door().node().ask(engine -> Optional.ofNullable(engine.queue(name)), this);
    }

    @Override
    protected void write(Optional<QueueView> found, Output out) {
        if (found.isEmpty()) {
            saysNo();
            out.bytes(Words.NOT_FOUND);
            return;
        }
        out.bytes(Words.OK_ONE);
        writeQueue(found.get(), out);
    }

    static void writeQueue(QueueView queue, Output out) {
        ByteBuf lines = out.buffer();
        Text.line(queue.name(), KEYS, lines);
        Text.line("ready-len", queue.ready(), lines);
        Text.line("scheduled-len", queue.scheduled(), lines);
    }
}
