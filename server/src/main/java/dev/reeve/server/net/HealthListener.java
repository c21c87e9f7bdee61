package dev.reeve.server.net;

import static io.netty.handler.codec.http.HttpHeaderNames.ALLOW;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpResponseStatus.BAD_REQUEST;
import static io.netty.handler.codec.http.HttpResponseStatus.METHOD_NOT_ALLOWED;
import static io.netty.handler.codec.http.HttpResponseStatus.NOT_FOUND;
import static io.netty.handler.codec.http.HttpResponseStatus.OK;
import static io.netty.handler.codec.http.HttpResponseStatus.SERVICE_UNAVAILABLE;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.ReadTimeoutHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Answers {@code GET /health} on a loop of its own, so that it answers while everything else is busy starting. */
public final class HealthListener implements AutoCloseable {
    private static final int IDLE_SECONDS = 30;

    private @Nullable EventLoopGroup loop;
    private volatile @Nullable String trouble = "starting";

    /** Returns the address it listens on. */
    public InetSocketAddress open(InetSocketAddress address) throws IOException {
        loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        ChannelFuture bound = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(new ReadTimeoutHandler(IDLE_SECONDS))
                                .addLast(new HttpServerCodec())
                                .addLast(new HttpServerKeepAliveHandler())
                                .addLast(new Answer());
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            throw bound.cause() instanceof IOException e ? e : new IOException(bound.cause());
        }
        return (InetSocketAddress) bound.channel().localAddress();
    }

    public void healthy() {
        trouble = null;
    }

    public void unhealthy(String why) {
        trouble = why;
    }

    @Override
    public void close() {
        if (loop != null) {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    private final class Answer extends SimpleChannelInboundHandler<HttpObject> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (part.decoderResult().isFailure()) {
                context.writeAndFlush(text(BAD_REQUEST, "bad request")).addListener(sent -> context.close());
            } else if (part instanceof HttpRequest request) {
                context.writeAndFlush(answer(request));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    private FullHttpResponse answer(HttpRequest request) {
        int query = request.uri().indexOf('?');
        String path = query < 0 ? request.uri() : request.uri().substring(0, query);
        if (!path.equals("/health")) {
            return text(NOT_FOUND, "not found");
        }
        if (!request.method().equals(HttpMethod.GET)) {
            FullHttpResponse refusal = text(METHOD_NOT_ALLOWED, "method not allowed");
            refusal.headers().set(ALLOW, HttpMethod.GET);
            return refusal;
        }
        String why = trouble;
        return why == null
                ? response(OK, "application/json", "{\"status\":\"healthy\"}")
                : response(
                        SERVICE_UNAVAILABLE,
                        "application/json",
                        "{\"status\":\"unhealthy\",\"error\":\"%s\"}".formatted(why));
    }

    private static FullHttpResponse text(HttpResponseStatus status, String line) {
        return response(status, "text/plain; charset=utf-8", line + "\n");
    }

    private static FullHttpResponse response(HttpResponseStatus status, String type, String body) {
        ByteBuf bytes = Unpooled.copiedBuffer(body, StandardCharsets.UTF_8);
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, bytes);
        response.headers().set(CONTENT_TYPE, type).set(CONTENT_LENGTH, bytes.readableBytes());
        return response;
    }
}
