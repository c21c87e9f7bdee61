package dev.reeve.net;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Reader of a payload with an announced length. The buffer grows with the bytes received: an announcement alone
 * allocates nothing.
 */
public final class PayloadReader {
    private static final int MIN_CAPACITY_BYTES = 1024;

    private final int length;
    private byte[] bytes;
    private int filled;

    public PayloadReader(int length) {
        this.length = length;
        this.bytes = new byte[0];
    }

    /** Reads the available bytes. Returns true when the payload is complete. */
    public boolean read(ByteBuf input) {
        int taken = Math.min(length - filled, input.readableBytes());
        if (bytes.length < filled + taken) {
            bytes = Arrays.copyOf(bytes, capacityFor(filled + taken));
        }
        input.readBytes(bytes, filled, taken);
        filled += taken;
        return filled == length;
    }

    private int capacityFor(int size) {
        return (int) Math.min(length, Math.max(MIN_CAPACITY_BYTES, 2L * size));
    }

    public int heldBytes() {
        return bytes.length;
    }

    /** The complete payload. */
    public byte[] bytes() {
        if (filled < length) {
            throw new IllegalStateException("only " + filled + " of " + length + " bytes were received");
        }
        return bytes;
    }
}
