package dev.reeve.cluster.jraft;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import org.jspecify.annotations.Nullable;

/** Cuts bytes into frames. Memory grows with the bytes that came, not with a length that was announced. */
final class WireDecoder extends LengthFieldBasedFrameDecoder {
    private boolean isBroken;

    WireDecoder() {
        super(WireFrame.MAX_BYTES, 0, WireFrame.LENGTH_BYTES, 0, WireFrame.LENGTH_BYTES);
    }

    /** After the first wrong byte nothing is read any more: nobody knows where the next frame begins. */
    @Override
    protected @Nullable Object decode(ChannelHandlerContext context, ByteBuf in) throws Exception {
        if (isBroken) {
            in.skipBytes(in.readableBytes());
            return null;
        }
        isBroken = true;
        Object frame = frame(context, in);
        isBroken = false;
        return frame;
    }

    private @Nullable WireFrame frame(ChannelHandlerContext context, ByteBuf in) throws Exception {
        ByteBuf frame = (ByteBuf) super.decode(context, in);
        if (frame == null) {
            return null;
        }
        try {
            return WireFrame.decode(frame);
        } finally {
            frame.release();
        }
    }
}
