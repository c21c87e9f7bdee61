package dev.reeve.net.http;

import dev.reeve.net.ListeningSockets;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.net.InetAddress;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Epoll, or NIO where that is not available, with the listening sockets of {@link ListeningSockets}. */
final class HttpTransport implements io.vertx.core.transport.Transport, Transport {
    private final boolean epoll;
    private final Transport transport;
    private final InetAddress address;

    /** @param address the address that the server listens on */
    HttpTransport(boolean epoll, InetAddress address) {
        this.epoll = epoll;
        this.transport = (epoll ? io.vertx.core.transport.Transport.EPOLL : io.vertx.core.transport.Transport.NIO)
                .implementation();
        this.address = address;
    }

    @Override
    public String name() {
        return epoll ? "epoll" : "nio";
    }

    @Override
    public boolean available() {
        return true;
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
        return null;
    }

    @Override
    public Transport implementation() {
        return this;
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
        return domainSocket ? transport.serverChannelFactory(true) : ListeningSockets.of(epoll, address);
    }

    @Override
    public java.net.SocketAddress convert(SocketAddress other) {
        return transport.convert(other);
    }

    @Override
    public SocketAddress convert(java.net.SocketAddress other) {
        return transport.convert(other);
    }

    @Override
    public IoHandlerFactory ioHandlerFactory() {
        return transport.ioHandlerFactory();
    }

    @Override
    public EventLoopGroup eventLoopGroup(int type, int threads, ThreadFactory threadFactory, int ioRatio) {
        return transport.eventLoopGroup(type, threads, threadFactory, ioRatio);
    }

    @Override
    @SuppressWarnings("deprecation")
    public DatagramChannel datagramChannel(InternetProtocolFamily family) {
        return transport.datagramChannel(family);
    }

    @Override
    public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
        return transport.datagramChannelFactory();
    }

    @Override
    public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
        return transport.channelFactory(domainSocket);
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
        transport.configure(config, domainSocket, bootstrap);
    }

    @Override
    public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
        transport.configure(config, domainSocket, bootstrap);
    }
}
