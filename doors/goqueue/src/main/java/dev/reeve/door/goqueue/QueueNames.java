package dev.reeve.door.goqueue;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Decoder of queue names: UTF-8 text without control characters, not empty and within the length limit. Recent names
 * are cached, because consecutive commands often name the same queue.
 */
final class QueueNames {
    private static final int MAX_CACHED = 256;

    private final int longestBytes;
    private final byte[][] keys = new byte[MAX_CACHED][];
    private final String[] cached = new String[MAX_CACHED];

    QueueNames(int longestBytes) {
        this.longestBytes = longestBytes;
        Arrays.fill(keys, new byte[0]);
    }

    /** Decodes the name in the first bytes. */
    String read(byte[] bytes, int length) throws BadFrame {
        int slot = slot(bytes, length);
        byte[] known = keys[slot];
        if (length > 0 && Arrays.equals(known, 0, known.length, bytes, 0, length)) {
            return cached[slot];
        }
        byte[] key = Arrays.copyOf(bytes, length);
        String name = decode(key);
        keys[slot] = key;
        cached[slot] = name;
        return name;
    }

    private static int slot(byte[] bytes, int length) {
        int hash = length;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return Math.floorMod(hash, MAX_CACHED);
    }

    private String decode(byte[] bytes) throws BadFrame {
        if (bytes.length == 0 || bytes.length > longestBytes) {
            throw BadFrame.followed(GoqueueReplies.INVALID_QUEUE_NAME);
        }
        try {
            String name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (name.chars().noneMatch(Character::isISOControl)) {
                return name;
            }
        } catch (CharacterCodingException noText) {
            // Undecodable bytes are not replaced: two different queues could get the same name.
        }
        throw BadFrame.followed(GoqueueReplies.INVALID_QUEUE_NAME);
    }
}
