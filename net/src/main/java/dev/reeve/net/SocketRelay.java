package dev.reeve.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a connection at its socket: passes what the client does to the session's {@link RelayedChannel}, and what the session
 * does to the client. Thread of the socket only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write closes the socket, which calls channelInactive.
final class SocketRelay extends ChannelInboundHandlerAdapter {
    private final Channel socket;
    private final IoThreads.Mailboxes mailboxes;
    private final WriteBufferWaterMark writeBuffer;
    private final ChannelInitializer<Channel> session;
    private @Nullable RelayedChannel relayed;
    private boolean inputEnded;

    /** @param session adds the session to the relayed channel, on the loop of the node */
    SocketRelay(
            Channel socket,
            IoThreads.Mailboxes mailboxes,
            WriteBufferWaterMark writeBuffer,
            ChannelInitializer<Channel> session) {
        this.socket = socket;
        this.mailboxes = mailboxes;
        this.writeBuffer = writeBuffer;
        this.session = session;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        RelayedChannel channel = new RelayedChannel(this, mailboxes.toSockets(), Peer.of(socket), socket, writeBuffer);
        channel.pipeline().addLast(session);
        relayed = channel;
        mailboxes.toNode().add(() -> mailboxes.node().register(channel));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        RelayedChannel channel = relayed;
        ByteBuf bytes = (ByteBuf) message;
        if (channel == null) {
            bytes.release();
        } else {
            mailboxes.toNode().add(() -> channel.received(bytes));
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        tell(RelayedChannel::readComplete);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            tell(RelayedChannel::inputEnded);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        tell(channel -> channel.failed(cause));
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        tell(RelayedChannel::close);
    }

    /** What the socket tells the session. */
    private interface Message {
        void to(RelayedChannel channel);
    }

    private void tell(Message message) {
        RelayedChannel channel = relayed;
        if (channel != null) {
            mailboxes.toNode().add(() -> message.to(channel));
        }
    }

    /** Reads once. A session may ask for more before it learns that there is none, which the socket would take for an error. */
    void read() {
        if (!inputEnded) {
            socket.read();
        }
    }

    /** Writes the messages, and tells the session when the socket has taken all of them, or never will. */
    void write(List<ByteBuf> messages) {
        int last = messages.size() - 1;
        messages.subList(0, last).forEach(bytes -> socket.write(bytes, socket.voidPromise()));
        socket.writeAndFlush(messages.get(last)).addListener(written -> tell(channel -> channel.sent(messages.size())));
    }

    void endOutput(ChannelPromise ended) {
        TlsConnection.endOutput(socket)
                .addListener(done -> mailboxes.toNode().add(() -> {
                    if (done.isSuccess()) {
                        ended.trySuccess();
                    } else {
                        ended.tryFailure(done.cause());
                    }
                }));
    }

    void close() {
        socket.close();
    }
}
