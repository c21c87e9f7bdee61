package dev.reeve.cluster.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One question and one answer on a connection of their own: bytes with their length before them, in each direction. */
public final class Questions {
    private static final Logger log = LoggerFactory.getLogger(Questions.class);

    static final int PROTOCOL = 0x52565131; // RVQ1
    private static final int LENGTH_BYTES = 4;
    private static final int MOST_BYTES = 64 << 10;
    private static final int MOST_SECONDS = 5;

    private Questions() {}

    /** Answers questions from now on, on the thread of the wire. */
    public static void serve(Wire wire, UnaryOperator<byte[]> answers) {
        wire.serve(
                PROTOCOL,
                pipeline -> pipeline.addLast(frames(), new SimpleChannelInboundHandler<ByteBuf>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext context, ByteBuf question) {
                        context.writeAndFlush(framed(answers.apply(ByteBufUtil.getBytes(question))))
                                .addListener(ChannelFutureListener.CLOSE);
                    }

                    @Override
                    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                        log.warn("closing {}: {}", context.channel(), cause.toString());
                        context.close();
                    }
                }));
    }

    /** Asks another node. Its answer is handed over on the thread of the wire; null if there is none. Called once. */
    public static void ask(Wire wire, String host, int port, byte[] question, Consumer<byte @Nullable []> heard) {
        Asking asking = new Asking(question, heard);
        wire.connect(host, port, PROTOCOL, frames(), asking).addListener(done -> {
            if (!done.isSuccess()) {
                log.debug("no answer from {}:{}: {}", host, port, String.valueOf(done.cause()));
                asking.end(null);
            }
        });
    }

    private static LengthFieldBasedFrameDecoder frames() {
        return new LengthFieldBasedFrameDecoder(MOST_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
    }

    private static ByteBuf framed(byte[] bytes) {
        return Unpooled.buffer(LENGTH_BYTES + bytes.length)
                .writeInt(bytes.length)
                .writeBytes(bytes);
    }

    private static final class Asking extends SimpleChannelInboundHandler<ByteBuf> {
        private final byte[] question;
        private final Consumer<byte @Nullable []> heard;
        private boolean hasEnded;

        Asking(byte[] question, Consumer<byte @Nullable []> heard) {
            this.question = question;
            this.heard = heard;
        }

        private void end(byte @Nullable [] answer) {
            if (!hasEnded) {
                hasEnded = true;
                heard.accept(answer);
            }
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            context.writeAndFlush(framed(question));
            context.executor()
                    .schedule(
                            () -> {
                                context.close();
                            },
                            MOST_SECONDS,
                            TimeUnit.SECONDS);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf answer) {
            end(ByteBufUtil.getBytes(answer));
            context.close();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            end(null);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            log.debug("no answer from {}: {}", context.channel(), cause.toString());
            context.close();
        }
    }
}
