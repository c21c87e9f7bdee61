package dev.reeve.net;

import io.netty.channel.ChannelFactory;
import io.netty.channel.ServerChannel;
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
    private ListeningSockets() {}

    /** The sockets for an address, on epoll or on NIO. */
    public static ChannelFactory<ServerChannel> of(boolean epoll, InetAddress address) {
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
