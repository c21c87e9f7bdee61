package dev.reeve.net.http;

import dev.reeve.net.RefusalKind;
import dev.reeve.net.RefusalLog;
import dev.reeve.net.TlsHello;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.List;

/** The decoder of a port without TLS. It disconnects clients that use TLS; they would otherwise wait for an answer. */
final class PlainRequestDecoder extends StrictRequestDecoder {
    private final RefusalLog refusals;
    private boolean begun;

    PlainRequestDecoder(RefusalLog refusals) {
        this.refusals = refusals;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf input, List<Object> messages) throws Exception {
        if (!begun && TlsHello.begins(input)) {
            refusals.refused(Route.HTTP, RefusalKind.TLS);
            input.skipBytes(input.readableBytes());
            context.close();
            return;
        }
        begun = true;
        super.decode(context, input, messages);
    }
}
