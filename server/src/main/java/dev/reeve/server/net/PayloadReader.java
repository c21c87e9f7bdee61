package dev.reeve.server.net;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Bytes of a length that was announced, being read. Room is made as bytes arrive: an announcement alone costs nothing.
 */
public final class PayloadReader {
    private static final int LEAST_ROOM_BYTES = 1024;

    private final int length;
    private byte[] bytes;
    private int filled;

    public PayloadReader(int length) {
        this.length = length;
        this.bytes = new byte[0];
    }

    /** Takes what is there. True if that was all. */
    public boolean read(ByteBuf input) {
        int taken = Math.min(length - filled, input.readableBytes());
        if (bytes.length < filled + taken) {
            bytes = Arrays.copyOf(bytes, roomFor(filled + taken));
        }
        input.readBytes(bytes, filled, taken);
        filled += taken;
        return filled == length;
    }

    private int roomFor(int size) {
        return (int) Math.min(length, Math.max(LEAST_ROOM_BYTES, 2L * size));
    }

    public int heldBytes() {
        return bytes.length;
    }

    /** The bytes, once they are complete. */
    public byte[] bytes() {
        if (filled < length) {
            throw new IllegalStateException("only " + filled + " of " + length + " bytes are there");
        }
        return bytes;
    }
}
