package dev.reeve.cluster.jraft;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.CorruptedFrameException;

/**
 * A request or a response. On the wire: length (4), direction (1), number of the call (8), code of the message (1),
 * message. The length does not count itself.
 */
record WireFrame(boolean isResponse, long call, Message message) {
    static final int MAX_BYTES = 256 << 20;
    static final int LENGTH_BYTES = 4;
    static final int PROTOCOL = 0x52565231; // RVR1

    private static final int HEADER_BYTES = 1 + 8 + 1;

    ByteBuf encode(ByteBufAllocator allocator) {
        byte[] bytes = message.toByteArray();
        return allocator
                .buffer(LENGTH_BYTES + HEADER_BYTES + bytes.length)
                .writeInt(HEADER_BYTES + bytes.length)
                .writeByte(isResponse ? 1 : 0)
                .writeLong(call)
                .writeByte(WireMessage.of(message).code())
                .writeBytes(bytes);
    }

    /** Reads a frame, which is all of the buffer without the length. */
    static WireFrame decode(ByteBuf frame) {
        if (frame.readableBytes() < HEADER_BYTES) {
            throw new CorruptedFrameException("a frame of " + frame.readableBytes() + " bytes");
        }
        int direction = frame.readByte();
        long call = frame.readLong();
        int code = frame.readByte();
        WireMessage known = WireMessage.of(code);
        if (known == null || direction < 0 || direction > 1) {
            throw new CorruptedFrameException("an unknown message: direction " + direction + ", code " + code);
        }
        try {
            return new WireFrame(direction == 1, call, known.parse(frame));
        } catch (InvalidProtocolBufferException e) {
            throw new CorruptedFrameException("a malformed message with code " + code + ": " + e.getMessage(), e);
        }
    }
}
