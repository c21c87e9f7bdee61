package dev.reeve.net;

import dev.reeve.net.tls.Tls;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
        return open(loop, connections, address, protocol, null);
    }

    /** As above, with TLS unless it is null. */
    public static TcpDoor open(
            NettyLoop loop,
            Connections connections,
            InetSocketAddress address,
            Protocol.Factory protocol,
            @Nullable Tls tls)
            throws IOException {
        TcpDoor door = new TcpDoor(loop.listen(
                address,
                socket -> socket.childOption(ChannelOption.AUTO_READ, false)
                        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER_BYTES)
                        .childOption(
                                ChannelOption.RECVBUF_ALLOCATOR,
                                new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, Session.READ_BYTES))
                        .childHandler(accepted(loop, connections, protocol, tls))));
        log.debug("{} listens at {}", protocol.name(), door.address());
        return door;
    }

    /** Creates a session for every accepted channel, there or on the loop of the node. */
    private static ChannelInitializer<Channel> accepted(
            NettyLoop loop, Connections connections, Protocol.Factory protocol, @Nullable Tls tls) {
        IoThreads ioThreads = loop.ioThreads();
        Consumer<ChannelPipeline> handlers = pipeline -> addSession(pipeline, connections, protocol);
        if (ioThreads != null) {
            ChannelInitializer<Channel> session = initializer(handlers);
            handlers = pipeline -> addRelay(pipeline, ioThreads, session);
        }
        if (tls == null) {
            return initializer(handlers);
        }
        Executor counting = ioThreads == null ? Runnable::run : loop::execute;
        String name = protocol.name();
        TlsListener.Counts counts =
                new TlsListener.Counts(name, counting, connections.refusals(), connections.tally(name));
        return initializer(TlsListener.forTcp(tls, handlers, counts)::accept);
    }

    private static void addRelay(ChannelPipeline pipeline, IoThreads ioThreads, ChannelInitializer<Channel> session) {
        Channel socket = pipeline.channel();
        pipeline.addLast(new SocketRelay(socket, ioThreads.of(socket.eventLoop()), WRITE_BUFFER_BYTES, session));
    }

    /** Creates a session for every accepted channel. */
    static ChannelInitializer<Channel> sessions(Connections connections, Protocol.Factory protocol) {
        return initializer(pipeline -> addSession(pipeline, connections, protocol));
    }

    private static void addSession(ChannelPipeline pipeline, Connections connections, Protocol.Factory protocol) {
        pipeline.addLast(new Session(pipeline.channel(), connections, protocol));
    }

    private static ChannelInitializer<Channel> initializer(Consumer<ChannelPipeline> handlers) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel accepted) {
                handlers.accept(accepted.pipeline());
            }
        };
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    /** Stops accepting connections; open connections are kept. Not to be called from the loop. */
    public void stopAccepting() {
        channel.close().syncUninterruptibly();
    }
}
