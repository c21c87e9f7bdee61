package dev.reeve.door.workq;

import dev.reeve.engine.EngineView;
import dev.reeve.net.ReplyBuffer;
import io.netty.buffer.ByteBuf;

/** {@code inspect server}. */
final class InspectServer extends WorkqCall<Long> {
    private static final int KEYS = 3;

    private InspectServer(WorkqProtocol talk) {
        super(talk);
    }

    static InspectServer read(RequestLine line, WorkqProtocol talk) {
        return new InspectServer(talk);
    }

    @Override
    void start(byte[] payload) {
        door().node().ask(EngineView::evictedJobs, this);
    }

    @Override
    protected void write(Long evicted, ReplyBuffer out) {
        ByteBuf lines = out.buffer();
        lines.writeBytes(WorkqReplies.OK_ONE);
        WorkqText.line("server", KEYS, lines);
        WorkqText.line("active-clients", door().activeClients(), lines);
        WorkqText.line("evicted-jobs", evicted, lines);
        WorkqText.line("started", Times.write(door().startedAtMicros()), lines);
    }
}
