package dev.reeve.net;

import dev.reeve.net.tls.Handshakes;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Stands between the handler that decrypts and the session, and makes TLS look like plain text: there is no session before the
 * handshake is finished, the client's {@code close_notify} is the end of input, and an error of TLS is a lost connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed close is reported to the session as channelInactive.
final class TlsConnection extends ChannelInboundHandlerAdapter {
    private static final long MILLIS_TO_COMPUTE_THE_REST = 1_000;

    private final TlsListener listener;
    private final Handshakes handshakes;
    private final AtomicBoolean abandoned = new AtomicBoolean();
    private boolean finished;
    private boolean autoRead;

    TlsConnection(TlsListener listener, Handshakes handshakes) {
        this.listener = listener;
        this.handshakes = handshakes;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        Channel channel = context.channel();
        autoRead = channel.config().isAutoRead();
        channel.config().setAutoRead(false);
        handshakes.begun(channel, () -> {
            abandoned.set(true);
            channel.close();
        });
        context.read();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            handshakes.ended(context.channel());
            if (handshake.isSuccess()) {
                serve(context);
            } else {
                listener.failed(handshake.cause(), abandoned.get());
            }
        } else if (event instanceof SslCloseCompletionEvent) {
            inputEnded(context);
        } else if (finished) {
            context.fireUserEventTriggered(event);
        } else if (event == ChannelInputShutdownEvent.INSTANCE) {
            endSoon(context);
        }
    }

    /** The client sends no more. What it has sent may be the rest of its handshake, which is being computed. */
    private void endSoon(ChannelHandlerContext context) {
        context.executor()
                .schedule(
                        () -> {
                            if (!finished) {
                                context.close();
                            }
                        },
                        MILLIS_TO_COMPUTE_THE_REST,
                        TimeUnit.MILLISECONDS);
    }

    private void serve(ChannelHandlerContext context) {
        finished = true;
        context.pipeline().remove(HandshakeInput.class);
        listener.serve(context.pipeline());
        context.fireChannelActive();
        context.channel().config().setAutoRead(autoRead);
    }

    /** As the end of input of a plain connection: it closes connections that do not support the half-closed state. */
    private void inputEnded(ChannelHandlerContext context) {
        if (!finished || !Boolean.TRUE.equals(context.channel().config().getOption(ChannelOption.ALLOW_HALF_CLOSURE))) {
            context.channel().close();
        } else {
            context.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        handshakes.ended(context.channel());
        if (finished) {
            context.fireChannelInactive();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (finished) {
            context.fireExceptionCaught(
                    cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause);
        } else {
            // The failure of the handshake is an event of its own.
            context.close();
        }
    }

    /** Ends the output of a connection, with {@code close_notify} if it uses TLS. Input is discarded from now on. */
    static ChannelFuture endOutput(Channel channel) {
        if (channel instanceof RelayedChannel relayed) {
            return relayed.endOutput();
        }
        DuplexChannel socket = (DuplexChannel) channel;
        ChannelHandlerContext tls = channel.pipeline().context(SslHandler.class);
        if (tls == null) {
            return socket.shutdownOutput();
        }
        ChannelPromise ended = channel.newPromise();
        // The caller may be in the middle of records that are being decrypted; the engine is closed after the last of
        // them.
        channel.eventLoop().execute(() -> {
            channel.pipeline().addFirst(new DiscardedInput());
            ((SslHandler) tls.handler()).closeOutbound();
            tls.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(sent -> socket.shutdownOutput(ended));
        });
        return ended;
    }

    /** Discards what the client still sends: after {@code close_notify} nothing of it is decrypted. */
    private static final class DiscardedInput extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ReferenceCountUtil.release(message);
        }
    }
}
