package dev.reeve.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listening socket of a door that serves one protocol. */
public final class TcpDoor {
    private static final Logger log = LoggerFactory.getLogger(TcpDoor.class);
    private static final int MIN_READ_BYTES = 512;
    private static final int FIRST_READ_BYTES = 2048;
    private static final WriteBufferWaterMark WRITE_BUFFER_BYTES = new WriteBufferWaterMark(64 * 1024, 256 * 1024);

    private final Channel channel;

    private TcpDoor(Channel channel) {
        this.channel = channel;
    }

    /** Opens the socket; port 0 selects any free port. Not to be called from the loop. */
    public static TcpDoor open(
            NettyLoop loop, Connections connections, InetSocketAddress address, Protocol.Factory protocol)
            throws IOException {
        ChannelFuture bound =
                bootstrap(loop, connections, address, protocol).bind(address).awaitUninterruptibly();
        Throwable failure = bound.cause();
        if (failure != null) {
            throw new IOException(explain(protocol.name(), address, failure), failure);
        }
        TcpDoor door = new TcpDoor(bound.channel());
        log.debug("{} listens at {}", protocol.name(), door.address());
        return door;
    }

    private static ServerBootstrap bootstrap(
            NettyLoop loop, Connections connections, InetSocketAddress address, Protocol.Factory protocol) {
        return loop.listeningSocket(address.getAddress())
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER_BYTES)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, Session.READ_BYTES))
                .childHandler(sessions(connections, protocol));
    }

    /** Creates a session for every accepted channel. */
    static ChannelInitializer<Channel> sessions(Connections connections, Protocol.Factory protocol) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel accepted) {
                accepted.pipeline().addLast(new Session(accepted, connections, protocol));
            }
        };
    }

    private static String explain(String door, InetSocketAddress address, Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        String why = message.contains("already in use") ? "the port is in use" : message;
        return door + " cannot listen at " + address.getHostString() + ":" + address.getPort() + ": " + why;
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /** Stops accepting connections; open connections are kept. Not to be called from the loop. */
    public void stopAccepting() {
        channel.close().syncUninterruptibly();
    }
}
