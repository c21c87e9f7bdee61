package dev.reeve.cluster.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The number of the protocol at the beginning of a connection. */
final class FirstBytes {
    private static final Logger log = LoggerFactory.getLogger(FirstBytes.class);

    /** What all protocols between nodes begin with: RV. */
    private static final int PREFIX = 0x5256;

    private static final int PREFIX_SHIFT = 16;

    private FirstBytes() {}

    /** Sends it before anything else. */
    static ChannelHandler sent(int protocol) {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelActive(ChannelHandlerContext context) {
                context.writeAndFlush(context.alloc().buffer(Integer.BYTES).writeInt(protocol));
                context.fireChannelActive();
            }
        };
    }

    /** Waits for it, and gives way to the handlers of the protocol. */
    static ChannelHandler expected(Map<Integer, Consumer<ChannelPipeline>> protocols, Wire.Stranger stranger) {
        return new ByteToMessageDecoder() {
            @Override
            protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
                if (in.readableBytes() < Integer.BYTES) {
                    return;
                }
                int protocol = in.readInt();
                Consumer<ChannelPipeline> handlers = protocols.get(protocol);
                if (handlers != null) {
                    handlers.accept(context.pipeline());
                    context.pipeline().remove(this);
                    return;
                }
                in.skipBytes(in.readableBytes());
                if (protocol >>> PREFIX_SHIFT == PREFIX) {
                    // Another node, which tries again: this one does not serve all of them before it has read its log.
                    log.debug("closing {}: its protocol is not served yet", context.channel());
                    context.close();
                } else {
                    stranger.refused("it speaks another protocol");
                }
            }

            @Override
            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                log.debug("closing {}: {}", context.channel(), cause.toString());
                context.close();
            }
        };
    }
}
