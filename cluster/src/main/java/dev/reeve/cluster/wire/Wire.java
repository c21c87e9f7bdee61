package dev.reeve.cluster.wire;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sockets of one node to and from all others, and the thread that serves them. Several protocols share one port: a
 * connection begins with the number of its protocol.
 *
 * <p>After {@link #close} nothing leaves this node and nothing arrives.
 */
public final class Wire implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Wire.class);

    /** Sees every new connection first: adds the handlers that encrypt it and make sure of the other side. */
    public interface Security {
        Security NONE = new Security() {
            @Override
            public void connecting(Channel channel, String host, int port) {}

            @Override
            public void accepted(Channel channel, Stranger stranger) {}
        };

        void connecting(Channel channel, String host, int port);

        /**
         * Another side has connected.
         *
         * @param stranger is told if it is no node; called on the thread of the wire
         */
        void accepted(Channel channel, Stranger stranger);
    }

    /** Is told that a connection is not one of a node. The connection ends. */
    public interface Stranger {
        void refused(String why);
    }

    private static final int CONNECT_MILLIS = 1_000;
    /** With more than this unsent, frames that may be lost are. */
    private static final WriteBufferWaterMark WAITING_BYTES = new WriteBufferWaterMark(4 << 20, 8 << 20);

    private static final int STOP_SECONDS = 5;
    /** Each other node needs two; the rest is for connections whose end was not noticed yet. */
    private static final int MOST_ACCEPTED = 256;
    /** So long whoever connects may take to say what it wants. */
    private static final int FIRST_SECONDS = 10;

    private static final long LOG_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(
            1,
            task -> {
                Thread thread = new Thread(task, "reeve-cluster-wire");
                thread.setDaemon(true);
                return thread;
            },
            NioIoHandler.newFactory());
    private final Map<Integer, Consumer<ChannelPipeline>> protocols = new ConcurrentHashMap<>();
    private final Security security;
    private final Set<Channel> channels = new HashSet<>();
    private boolean isClosed;
    private int accepted;
    private long loggedNanos = System.nanoTime() - LOG_NANOS;
    private final AtomicLong refused = new AtomicLong();
    private volatile @Nullable Channel listening;

    public Wire(Security security) {
        this.security = security;
    }

    /** The one thread of all connections. */
    public EventLoop loop() {
        return loops.next();
    }

    /** Connects to another node. The handlers find the connection ready for their own bytes. */
    public ChannelFuture connect(String host, int port, int protocol, ChannelHandler... handlers) {
        return new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WAITING_BYTES)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (isAdded(channel)) {
                            security.connecting(channel, host, port);
                            channel.pipeline()
                                    .addLast(FirstBytes.sent(protocol))
                                    .addLast(handlers);
                        }
                    }
                })
                .connect(host, port);
    }

    /** Says what handles connections of a protocol. */
    public void serve(int protocol, Consumer<ChannelPipeline> handlers) {
        protocols.put(protocol, handlers);
    }

    /** Accepts connections, until the close. Without an effect if it does already. */
    public void listen(InetSocketAddress address) {
        if (listening != null) {
            return;
        }
        listening = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        isAdded(channel);
                    }
                })
                .childOption(ChannelOption.TCP_NODELAY, true)
                // The other side may be gone without a word, and its connection would count for ever.
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel);
                    }
                })
                .bind(address)
                .syncUninterruptibly()
                .channel();
    }

    /** On the one thread, as all connections. */
    private void accept(Channel channel) {
        if (accepted == MOST_ACCEPTED) {
            log.warn("closing {}: there are {} connections already", channel, MOST_ACCEPTED);
            channel.close();
        } else if (isAdded(channel)) {
            accepted++;
            channel.closeFuture().addListener(closed -> accepted--);
            Stranger stranger = why -> refuse(channel, why);
            security.accepted(channel, stranger);
            ChannelHandler first = FirstBytes.expected(protocols, stranger);
            channel.pipeline().addLast(first);
            channel.eventLoop()
                    .schedule(
                            () -> {
                                if (channel.isOpen() && channel.pipeline().context(first) != null) {
                                    refuse(channel, "it does not say what it wants");
                                }
                            },
                            FIRST_SECONDS,
                            TimeUnit.SECONDS);
        }
    }

    /** Many may come: the log has one of them now and then, the count has all. */
    private void refuse(Channel channel, String why) {
        refused.incrementAndGet();
        if (System.nanoTime() - loggedNanos >= LOG_NANOS) {
            loggedNanos = System.nanoTime();
            log.warn("closing {}, which is no node of this cluster: {}", channel, why);
        }
        channel.close();
    }

    /** How many connections were refused since the start because they were not of a node. Any thread. */
    public long refused() {
        return refused.get();
    }

    /** The port, once it listens. */
    public int port() {
        Channel channel = listening;
        if (channel == null) {
            throw new IllegalStateException("this node does not listen");
        }
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Must not be called on the thread of the wire. */
    @Override
    public void close() {
        try {
            // An event loop that stops without a quiet period may leave its channels open.
            loop().submit(this::closeChannels).awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException e) {
            log.debug("closed already");
        }
        loops.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
    }

    private void closeChannels() {
        isClosed = true;
        for (Channel channel : channels.toArray(Channel[]::new)) {
            channel.close();
        }
    }

    /** Whether the channel may be used. */
    private boolean isAdded(Channel channel) {
        if (isClosed) {
            channel.close();
            return false;
        }
        channels.add(channel);
        channel.closeFuture().addListener(closed -> channels.remove(channel));
        return true;
    }
}
