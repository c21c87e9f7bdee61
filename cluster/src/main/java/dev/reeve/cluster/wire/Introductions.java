package dev.reeve.cluster.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A note that every node shows to whoever connects and asks for it: the bytes, and then the end of the connection. */
public final class Introductions {
    private static final Logger log = LoggerFactory.getLogger(Introductions.class);

    static final int PROTOCOL = 0x52564931; // RVI1
    private static final int MOST_BYTES = 64 << 10;

    private Introductions() {}

    /** Shows a note from now on. It is asked for on the thread of the wire. */
    public static void show(Wire wire, Supplier<byte[]> note) {
        wire.serve(
                PROTOCOL,
                pipeline -> pipeline.addLast(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void handlerAdded(ChannelHandlerContext context) {
                        context.writeAndFlush(Unpooled.wrappedBuffer(note.get()))
                                .addListener(ChannelFutureListener.CLOSE);
                    }
                }));
    }

    /** Asks another node. If it answers, the note is handed over on the thread of the wire. */
    public static void ask(Wire wire, String host, int port, Consumer<byte[]> heard) {
        wire.connect(host, port, PROTOCOL, new Asking(heard)).addListener(done -> {
            if (!done.isSuccess()) {
                log.debug("no answer from {}:{}: {}", host, port, String.valueOf(done.cause()));
            }
        });
    }

    private static final class Asking extends SimpleChannelInboundHandler<ByteBuf> {
        private final Consumer<byte[]> heard;
        private final ByteBuf note = Unpooled.buffer();

        Asking(Consumer<byte[]> heard) {
            this.heard = heard;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
            if (note.readableBytes() + bytes.readableBytes() > MOST_BYTES) {
                note.clear();
                context.close();
                return;
            }
            note.writeBytes(bytes);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (note.isReadable()) {
                heard.accept(ByteBufUtil.getBytes(note));
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            log.debug("no answer from {}: {}", context.channel(), cause.toString());
            note.clear();
            context.close();
        }
    }
}
