package dev.reeve.cluster.member;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/** Texts in the frames between members: the length (2) and the bytes. */
final class FrameBytes {
    private static final int MOST_BYTES = 1 << 10;

    private FrameBytes() {}

    static int size(String text) {
        return Short.BYTES + Math.min(MOST_BYTES, text.getBytes(UTF_8).length);
    }

    /** Puts a text, of which a part that is too long is left out. */
    static void put(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        int length = Math.min(MOST_BYTES, bytes.length);
        out.putShort((short) length).put(bytes, 0, length);
    }

    /** Throws if there is no text. */
    static String get(ByteBuffer in) {
        int length = in.getShort();
        if (length < 0 || length > Math.min(MOST_BYTES, in.remaining())) {
            throw new IllegalArgumentException("a text of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, UTF_8);
    }
}
