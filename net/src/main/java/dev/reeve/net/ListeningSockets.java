package dev.reeve.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.channels.spi.SelectorProvider;

/**
 * Creates listening sockets. A socket for an IPv4 address is of that family: a socket of both families would turn 0.0.0.0
 * into {@code ::} and accept IPv6 too.
 */
public final class ListeningSockets {
    private static final int ACCEPT_QUEUE = 1024;
    private static final int KEEP_ALIVE_IDLE_SECONDS = 60;
    private static final int KEEP_ALIVE_INTERVAL_SECONDS = 10;
    private static final int KEEP_ALIVE_PROBES = 6;

    private ListeningSockets() {}

    /** The options that all doors have in common. */
    public static ServerBootstrap on(NettyLoop loop, InetAddress address) {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loop.eventLoop(), loop.eventLoop())
                .channelFactory(of(loop.epoll(), address))
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, ACCEPT_QUEUE)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.TCP_NODELAY, true);
        if (loop.epoll()) {
            // The default of the operating system detects a dead peer only after two hours.
            bootstrap
                    .childOption(EpollChannelOption.TCP_KEEPIDLE, KEEP_ALIVE_IDLE_SECONDS)
                    .childOption(EpollChannelOption.TCP_KEEPINTVL, KEEP_ALIVE_INTERVAL_SECONDS)
                    .childOption(EpollChannelOption.TCP_KEEPCNT, KEEP_ALIVE_PROBES);
        }
        return bootstrap;
    }

    /** The sockets for an address, on epoll or on NIO. */
    static ChannelFactory<ServerChannel> of(boolean epoll, InetAddress address) {
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
}
