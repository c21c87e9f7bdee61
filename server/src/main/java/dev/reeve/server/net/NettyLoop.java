package dev.reeve.server.net;

import dev.reeve.server.node.Loop;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The one thread that serves the TCP connections and owns the engine, so that no request changes threads. */
public final class NettyLoop implements Loop, AutoCloseable {
    private static final String THREAD_NAME = "reeve-loop";

    private final boolean epoll;
    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;

    public NettyLoop() {
        this(Epoll.isAvailable());
    }

    /** Creates the loop on Linux's epoll, or else on what Java offers everywhere. */
    public NettyLoop(boolean epoll) {
        this.epoll = epoll;
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory(THREAD_NAME), io);
        this.loop = group.next();
    }

    EventLoop eventLoop() {
        return loop;
    }

    boolean epoll() {
        return epoll;
    }

    Class<? extends ServerChannel> serverChannel() {
        return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
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

    /** Ends the thread after the tasks that stand in line. Not to be called from the loop. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
