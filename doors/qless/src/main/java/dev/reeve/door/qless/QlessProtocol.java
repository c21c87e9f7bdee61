package dev.reeve.door.qless;

import dev.reeve.net.Protocol;
import dev.reeve.net.RefusalKind;
import dev.reeve.net.Session;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** The protocol of one connection: decodes requests and executes them. A malformed request closes the connection. */
final class QlessProtocol implements Protocol {
    private final Session session;
    private final RequestDecoder decoder;
    private final RedisConnection client;

    QlessProtocol(QlessDoor door, Session session) {
        this.session = session;
        this.decoder = new RequestDecoder(
                door.settings().longestWordBytes(), door.settings().mostRequestBytes());
        this.client = new RedisConnection(door, session);
    }

    @Override
    public boolean advance(ByteBuf input) {
        List<byte[]> request;
        try {
            request = decoder.next(input);
        } catch (MalformedRequest malformed) {
            session.refused(malformed.isTooLarge() ? RefusalKind.TOO_LARGE : RefusalKind.MALFORMED);
            client.answer(malformed.reply());
            session.end();
            return true;
        }
        if (request == null) {
            return false;
        }
        if (!request.isEmpty()) {
            client.execute(request);
        }
        return true;
    }

    @Override
    public long heldBytes() {
        return decoder.heldBytes() + client.heldBytes();
    }

    @Override
    public void closed() {
        client.closed();
    }
}
