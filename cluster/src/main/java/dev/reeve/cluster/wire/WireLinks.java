package dev.reeve.cluster.wire;

import dev.reeve.cluster.Member;
import dev.reeve.cluster.Replica;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frames between replicas, each with its length before it. There is one connection for each direction, made when it is needed.
 *
 * <p>Invariant: frames to one member arrive in their order; if one is lost, so are all after it on that connection, and the
 * sender is told. Its state belongs to the thread of the wire.
 */
public final class WireLinks implements Replica.Links {
    private static final Logger log = LoggerFactory.getLogger(WireLinks.class);

    static final int PROTOCOL = 0x52564c31; // RVL1
    private static final int LENGTH_BYTES = 4;
    private static final int MAX_FRAME_BYTES = 256 << 20;
    /** A member that cannot be reached is tried again after this time. */
    private static final int PAUSE_MILLIS = 50;

    private final Wire wire;
    private final Consumer<Member> broken;
    private final Map<Member, Link> links = new HashMap<>();

    /**
     * @param received takes the frames of others, and says whether it knows them
     * @param broken is told the member to which frames may be lost; both are called on the thread of the wire
     */
    public WireLinks(Wire wire, Predicate<byte[]> received, Consumer<Member> broken) {
        this.wire = wire;
        this.broken = broken;
        wire.serve(PROTOCOL, pipeline -> pipeline.addLast(frames(), new Frames(received)));
    }

    private static LengthFieldBasedFrameDecoder frames() {
        return new LengthFieldBasedFrameDecoder(MAX_FRAME_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
    }

    /** Any thread. */
    @Override
    public void send(Member to, byte[] frame) {
        try {
            wire.loop().execute(() -> links.computeIfAbsent(to, Link::new).send(frame));
        } catch (RejectedExecutionException e) {
            log.debug("a frame for {} comes after the end", to);
        }
    }

    /** Any thread. */
    @Override
    public void offer(Member to, byte[] frame) {
        try {
            wire.loop().execute(() -> {
                Link link = links.get(to);
                if (link != null && link.hasRoom()) {
                    link.send(frame);
                }
            });
        } catch (RejectedExecutionException e) {
            log.debug("a frame for {} comes after the end", to);
        }
    }

    /** A machine that was switched off leaves a connection that nobody answers and nobody ends. Any thread. */
    @Override
    public void renew(Member to) {
        try {
            wire.loop().execute(() -> {
                Link link = links.get(to);
                if (link != null) {
                    link.close();
                }
            });
        } catch (RejectedExecutionException e) {
            log.debug("the link to {} ends with this node", to);
        }
    }

    /** The connection to one member. */
    private final class Link extends SimpleChannelInboundHandler<ByteBuf> {
        private final Member member;
        private final Queue<byte[]> beforeConnect = new ArrayDeque<>();
        private @Nullable Channel channel;
        private boolean isOpen;

        Link(Member member) {
            this.member = member;
        }

        boolean hasRoom() {
            return channel != null && isOpen && channel.isWritable();
        }

        void send(byte[] frame) {
            Channel open = channel;
            if (open != null && isOpen) {
                write(open, frame);
                open.flush();
                return;
            }
            beforeConnect.add(frame);
            if (open == null) {
                connect();
            }
        }

        void close() {
            if (channel != null) {
                channel.close();
            }
        }

        private void write(Channel open, byte[] frame) {
            ByteBuf bytes = open.alloc().buffer(LENGTH_BYTES + frame.length);
            open.write(bytes.writeInt(frame.length).writeBytes(frame));
        }

        private void connect() {
            ChannelFuture attempt = wire.connect(member.host(), member.port(), PROTOCOL, this);
            channel = attempt.channel();
            attempt.addListener(done -> {
                if (!done.isSuccess()) {
                    end();
                }
            });
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            isOpen = true;
            beforeConnect.forEach(frame -> write(context.channel(), frame));
            beforeConnect.clear();
            context.channel().flush();
        }

        /** The other side has nothing to say here. */
        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            context.close();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            end();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            log.debug("link to {} failed: {}", member, cause.toString());
            context.close();
        }

        /** The next frame makes another connection. */
        private void end() {
            if (!links.remove(member, this)) {
                return;
            }
            try {
                wire.loop().schedule(() -> broken.accept(member), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                log.debug("the link to {} ends with this node", member);
            }
        }
    }

    /** Takes the frames of one connection. */
    private static final class Frames extends SimpleChannelInboundHandler<ByteBuf> {
        private final Predicate<byte[]> received;
        private boolean isClosing;

        Frames(Predicate<byte[]> received) {
            this.received = received;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
            if (!isClosing && !received.test(ByteBufUtil.getBytes(frame))) {
                close(context, "a frame that is none");
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (!isClosing) {
                close(context, cause.toString());
            }
        }

        /** What follows must not be taken: something before it is missing. */
        private void close(ChannelHandlerContext context, String reason) {
            isClosing = true;
            log.warn("closing {}: {}", context.channel(), reason);
            context.close();
        }
    }
}
