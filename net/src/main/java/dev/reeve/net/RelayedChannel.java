package dev.reeve.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session has in place of a socket that belongs to an I/O thread: a channel on the loop of the node, whose other end is a
 * {@link SocketRelay}. It behaves as the socket would: a read that was requested brings what the client has sent, and
 * bytes count as pending until the socket has taken them. Loop of the node only.
 */
final class RelayedChannel extends AbstractChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false);

    private final SocketRelay relay;
    private final LoopMailbox toSocket;
    private final Peer peer;
    private final SocketAddress local;
    private final SocketAddress remote;
    private final DefaultChannelConfig config = new DefaultChannelConfig(this);
    /** How many of the flushed messages the socket has been given. They stay in the outbound buffer until they are sent. */
    private int given;

    private boolean open = true;

    RelayedChannel(
            SocketRelay relay, LoopMailbox toSocket, Peer peer, Channel socket, WriteBufferWaterMark writeBuffer) {
        super(null);
        this.relay = relay;
        this.toSocket = toSocket;
        this.peer = peer;
        this.local = socket.localAddress();
        this.remote = socket.remoteAddress();
        config.setAutoRead(false);
        config.setWriteBufferWaterMark(writeBuffer);
    }

    /** Who is at the other end of the socket. */
    Peer peer() {
        return peer;
    }

    void received(ByteBuf bytes) {
        if (open) {
            pipeline().fireChannelRead(bytes);
        } else {
            bytes.release();
        }
    }

    void readComplete() {
        if (open) {
            pipeline().fireChannelReadComplete();
        }
    }

    void inputEnded() {
        if (open) {
            pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
    }

    void failed(Throwable cause) {
        if (open) {
            pipeline().fireExceptionCaught(cause);
        }
    }

    /** The socket has taken so many more of the messages. */
    void sent(int messages) {
        given -= messages;
        ChannelOutboundBuffer pending = unsafe().outboundBuffer();
        for (int i = 0; i < messages && pending != null; i++) {
            pending.remove();
            // A listener or a handler may have closed the channel.
            pending = unsafe().outboundBuffer();
        }
    }

    /** Ends the output when all has been sent, as {@link TlsConnection#endOutput} does for a socket. */
    ChannelFuture endOutput() {
        ChannelPromise ended = newPromise();
        toSocket.add(() -> relay.endOutput(ended));
        return ended;
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer pending) throws Exception {
        List<ByteBuf> more = new ArrayList<>(pending.size() - given);
        int[] index = {0};
        pending.forEachFlushedMessage(message -> {
            if (index[0]++ >= given) {
                more.add(((ByteBuf) message).retain());
            }
            return true;
        });
        if (!more.isEmpty()) {
            given += more.size();
            toSocket.add(() -> relay.write(more));
        }
    }

    @Override
    protected void doBeginRead() {
        toSocket.add(relay::read);
    }

    @Override
    protected void doClose() {
        open = false;
        toSocket.add(relay::close);
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    protected void doBind(SocketAddress address) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new AbstractUnsafe() {
            @Override
            public void connect(SocketAddress to, @Nullable SocketAddress from, ChannelPromise promise) {
                throw new UnsupportedOperationException();
            }
        };
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return true;
    }

    @Override
    protected SocketAddress localAddress0() {
        return local;
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return remote;
    }

    @Override
    public ChannelConfig config() {
        return config;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean isActive() {
        return open;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }
}
