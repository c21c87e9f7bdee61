package dev.reeve.net;

import dev.reeve.node.Loop;
import dev.reeve.settings.SettingValues;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An event loop thread. One serves the TCP connections and owns the engine, so that no request of theirs changes threads, unless
 * there are {@link IoThreads} for the sockets; another one serves HTTP.
 */
public final class NettyLoop implements Loop, AutoCloseable {
    /** How long one session, or the sessions of one turn together, may keep the loop of the node before others come. */
    public static final long TURN_NANOS = 250_000;

    /** No limit on the events per poll. */
    private static final int ANY_EVENTS = 0;

    private static final int ACCEPT_QUEUE = 1024;
    private static final int KEEP_ALIVE_IDLE_SECONDS = 60;
    private static final int KEEP_ALIVE_INTERVAL_SECONDS = 10;
    private static final int KEEP_ALIVE_PROBES = 6;

    static {
        // Leak detection samples buffers and captures a stack trace for each. It is enabled only on request.
        if (System.getProperty("io.netty.leakDetection.level") == null) {
            ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
        }
    }

    private final boolean epoll;
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final @Nullable IoThreads ioThreads;

    /** @param spins whether the loop may busy-poll before it blocks */
    public NettyLoop(boolean spins) {
        this(Epoll.isAvailable(), spins, 0);
    }

    /** As above, with as many threads beside it for the sockets of TCP connections as the settings say. */
    public static NettyLoop of(boolean spins, SettingValues settings) {
        return new NettyLoop(Epoll.isAvailable(), spins, settings.get(IoThreads.THREADS));
    }

    /** Creates the loop on epoll, or on NIO, which never busy-polls. */
    public NettyLoop(boolean epoll, boolean spins, int ioThreads) {
        this("reeve-loop", epoll, spins, ioThreads);
    }

    /** Creates the loop of the HTTP listener. */
    public static NettyLoop forHttp() {
        return new NettyLoop("reeve-http", Epoll.isAvailable(), false, 0);
    }

    private NettyLoop(String threadName, boolean epoll, boolean spins, int ioThreads) {
        this.epoll = epoll;
        SelectStrategyFactory strategy =
                spins ? () -> new BusyPollStrategy(System::nanoTime) : DefaultSelectStrategyFactory.INSTANCE;
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory(ANY_EVENTS, strategy) : NioIoHandler.newFactory();
        this.group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(threadName), io);
        this.loop = group.next();
        this.ioThreads = ioThreads == 0 ? null : new IoThreads(sockets(epoll, ioThreads), loop);
    }

    private static MultiThreadIoEventLoopGroup sockets(boolean epoll, int threads) {
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("reeve-io"), io);
    }

    /** The threads that have the sockets of TCP connections; null if this loop has them. */
    @Nullable
    IoThreads ioThreads() {
        return ioThreads;
    }

    public EventLoop eventLoop() {
        return loop;
    }

    /**
     * Opens a listening socket; port 0 selects any free port. Not to be called from the loop.
     *
     * @param configure adds to the options that all doors have in common
     */
    public Channel listen(InetSocketAddress address, Consumer<ServerBootstrap> configure) throws IOException {
        EventLoopGroup sockets = ioThreads == null ? loop : ioThreads.group();
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(sockets, sockets)
                .channelFactory(socketFactory(address.getAddress()))
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, ACCEPT_QUEUE)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.TCP_NODELAY, true);
        if (epoll) {
            // The default of the operating system detects a dead peer only after two hours.
            bootstrap
                    .childOption(EpollChannelOption.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_SECONDS)
                    .childOption(EpollChannelOption.TCP_KEEPINTVL, KEEP_ALIVE_INTERVAL_SECONDS)
                    .childOption(EpollChannelOption.TCP_KEEPCNT, KEEP_ALIVE_PROBES);
        }
        configure.accept(bootstrap);
        ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
        Throwable failure = bound.cause();
        if (failure != null) {
            throw failure instanceof IOException e ? e : new IOException(failure);
        }
        bound.channel().pipeline().addLast(new AcceptFailureLog());
        return bound.channel();
    }

    /**
     * A socket for an IPv4 address is of that family: a socket of both families would turn 0.0.0.0 into {@code ::} and
     * accept IPv6 too.
     */
    private ChannelFactory<ServerChannel> socketFactory(InetAddress address) {
        boolean isIpv4 = address instanceof Inet4Address;
        if (epoll) {
            return isIpv4
                    ? () -> new EpollServerSocketChannel(SocketProtocolFamily.INET)
                    : EpollServerSocketChannel::new;
        }
        return isIpv4
                ? () -> new NioServerSocketChannel(SelectorProvider.provider(), SocketProtocolFamily.INET)
                : NioServerSocketChannel::new;
    }

    @Override
    public boolean inLoop() {
        return loop.inEventLoop();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public Alarm schedule(Runnable task, long delayMicros) {
        ScheduledFuture<?> alarm = loop.schedule(task, delayMicros, TimeUnit.MICROSECONDS);
        return () -> alarm.cancel(false);
    }

    /** The loop looks for due timers once per poll. */
    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The task is never cancelled.
    public void nextTurn(Runnable task) {
        loop.schedule(task, 0, TimeUnit.NANOSECONDS);
    }

    /** Ends the thread after the queued tasks. Not to be called from the loop. */
    @Override
    public void close() {
        if (ioThreads != null) {
            ioThreads.close();
        }
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
