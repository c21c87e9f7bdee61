package dev.reeve.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The output buffer of a connection. It grows to the needed size and allocates nothing afterwards. */
final class Outgoing {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private ByteBuffer buffer = ByteBuffer.allocate(2048);
    private final byte[] digits = new byte[20];

    Outgoing bytes(byte[] bytes) {
        return bytes(bytes, bytes.length);
    }

    Outgoing bytes(byte[] bytes, int length) {
        room(length).put(bytes, 0, length);
        return this;
    }

    /** Appends a non-negative number in decimal. */
    Outgoing decimal(long number) {
        int at = digits.length;
        long rest = number;
        do {
            digits[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        room(digits.length).put(digits, at, digits.length - at);
        return this;
    }

    /** Appends the lowest digits of a number in hexadecimal. */
    Outgoing hex(long number, int count) {
        ByteBuffer to = room(count);
        for (int shift = 4 * (count - 1); shift >= 0; shift -= 4) {
            to.put(HEX[(int) (number >>> shift) & 15]);
        }
        return this;
    }

    /** Appends four bytes, little-endian. */
    Outgoing littleEndian(int number) {
        room(Integer.BYTES).putInt(Integer.reverseBytes(number));
        return this;
    }

    /** Writes as much as the channel accepts; returns false if bytes are left. */
    boolean writeTo(WritableByteChannel channel) throws IOException {
        buffer.flip();
        channel.write(buffer);
        boolean all = !buffer.hasRemaining();
        buffer.compact();
        return all;
    }

    byte[] toArray() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    private ByteBuffer room(int length) {
        if (buffer.remaining() < length) {
            buffer = ByteBuffer.allocate(Math.max(2 * buffer.capacity(), buffer.position() + length))
                    .put(buffer.flip());
        }
        return buffer;
    }
}
