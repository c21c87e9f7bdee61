package dev.reeve.server.door.workq;

import dev.reeve.engine.EngineView;
import dev.reeve.server.net.Output;
import io.netty.buffer.ByteBuf;

/** {@code inspect server}. */
final class InspectServer extends Call<Long> {
    private static final int KEYS = 3;

    private InspectServer(WorkqProtocol talk) {
        super(talk);
    }

    static InspectServer read(Line line, WorkqProtocol talk) {
        return new InspectServer(talk);
    }

    @Override
    void start(byte[] payload) {
        door().node().ask(EngineView::evictedJobs, this);
    }

    @Override
    protected void write(Long evicted, Output out) {
        ByteBuf lines = out.buffer();
        lines.writeBytes(Words.OK_ONE);
        Text.line("server", KEYS, lines);
        Text.line("active-clients", door().activeClients(), lines);
        Text.line("evicted-jobs", evicted, lines);
        Text.line("started", Times.write(door().startedAtMicros()), lines);
    }
}
