package dev.reeve.cluster.jraft;

import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.Message;
import dev.reeve.cluster.wire.Wire;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one member, and the calls on it that wait for an answer. It belongs to one loop, where all that is
 * not marked otherwise runs.
 *
 * <p>Invariant: every call ends exactly once: with its answer, its time-out, or the end of the connection.
 */
final class WireCalls {
    private static final Logger log = LoggerFactory.getLogger(WireCalls.class);

    /** The end of a call. Runs on the loop. */
    interface End {
        /** With an answer or a failure. */
        void reached(@Nullable Message answer, @Nullable RemotingException failure);
    }

    private record Call(End end, Future<?> timeout) {}

    /** A request that waits for the connection. */
    private record Unsent(long number, ByteBuf frame) {}

    private final Wire wire;
    private final Endpoint address;
    private final EventLoop loop;
    private final Map<Long, Call> calls = new HashMap<>();
    private final Queue<Unsent> beforeConnect = new ArrayDeque<>();
    private @Nullable Channel connecting;
    private volatile @Nullable Channel connected;
    private final AtomicLong lastCall = new AtomicLong();
    private long answers;

    WireCalls(Wire wire, Endpoint address) {
        this.wire = wire;
        this.address = address;
        this.loop = wire.loop();
    }

    /** Any thread. */
    void disconnect() {
        Channel channel = connected;
        if (channel != null) {
            channel.close();
        }
    }

    /**
     * Any thread, which encodes the request as well: the loop serves all members, and a large request to one would keep those to others
     * waiting. The library may use the bytes of the request for something else as soon as the call has ended.
     */
    void send(Message request, End end, long timeoutMillis) {
        long number = lastCall.incrementAndGet();
        ByteBuf frame = new WireFrame(false, number, request).encode(ByteBufAllocator.DEFAULT);
        try {
            loop.execute(() -> sendNow(number, frame, end, timeoutMillis));
        } catch (RejectedExecutionException e) {
            frame.release();
            throw e;
        }
    }

    private void sendNow(long number, ByteBuf frame, End end, long timeoutMillis) {
        long sentAfter = answers;
        Future<?> timeout = loop.schedule(() -> timedOut(number, sentAfter), timeoutMillis, TimeUnit.MILLISECONDS);
        calls.put(number, new Call(end, timeout));
        Channel channel = connected;
        if (channel != null) {
            channel.writeAndFlush(frame);
            return;
        }
        beforeConnect.add(new Unsent(number, frame));
        if (connecting == null) {
            connect();
        }
    }

    /** If nothing at all came since, the other side is taken for gone; otherwise what is sent to it would pile up. */
    private void timedOut(long number, long sentAfter) {
        end(number, null, new InvokeTimeoutException("no answer of " + address));
        if (sentAfter == answers) {
            disconnect();
        }
    }

    private void connect() {
        ChannelFuture attempt =
                wire.connect(address.getIp(), address.getPort(), WireFrame.PROTOCOL, new WireDecoder(), new Answers());
        connecting = attempt.channel();
        attempt.addListener(done -> {
            if (!done.isSuccess()) {
                closed(attempt.channel(), String.valueOf(done.cause().getMessage()));
            }
        });
    }

    private void opened(Channel channel) {
        connecting = null;
        connected = channel;
        for (Unsent unsent : beforeConnect) {
            if (calls.containsKey(unsent.number)) {
                channel.write(unsent.frame);
            } else {
                unsent.frame.release();
            }
        }
        beforeConnect.clear();
        channel.flush();
    }

    private void closed(Channel channel, String reason) {
        if (channel != connecting && channel != connected) {
            return;
        }
        connecting = null;
        connected = null;
        beforeConnect.forEach(unsent -> unsent.frame.release());
        beforeConnect.clear();
        RemotingException failure = new RemotingException("no connection to " + address + ": " + reason);
        for (Long number : calls.keySet().toArray(Long[]::new)) {
            end(number, null, failure);
        }
    }

    private void end(long number, @Nullable Message answer, @Nullable RemotingException failure) {
        Call call = calls.remove(number);
        if (call == null) {
            return;
        }
        call.timeout.cancel(false);
        call.end.reached(answer, failure);
    }

    /** Takes the answers. */
    private final class Answers extends SimpleChannelInboundHandler<WireFrame> {
        @Override
        public void channelActive(ChannelHandlerContext context) {
            opened(context.channel());
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, WireFrame frame) {
            answers++;
            if (frame.isResponse()) {
                end(frame.call(), frame.message(), null);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            closed(context.channel(), "closed by the other side");
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            log.debug("connection to {} failed: {}", address, cause.toString());
            closed(context.channel(), cause.toString());
            context.close();
        }
    }
}
