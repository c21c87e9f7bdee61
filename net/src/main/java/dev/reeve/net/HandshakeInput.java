package dev.reeve.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;

/**
 * Bounds what is read from a connection before its handshake is finished: bytes that arrive while other threads compute the
 * handshake stay in memory. What the client sends beyond that waits in the socket. In front of the handler that decrypts.
 */
final class HandshakeInput extends ChannelDuplexHandler {
    /** More than the messages of a handshake with a long chain of certificates. */
    private static final int MOST_BYTES = 64 * 1024;

    private int bytes;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        bytes += ((ByteBuf) message).readableBytes();
        context.fireChannelRead(message);
    }

    @Override
    public void read(ChannelHandlerContext context) {
        if (bytes < MOST_BYTES) {
            context.read();
        }
    }
}
