package dev.reeve.server.door.goqueue;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Which bytes name a queue: UTF-8 text without control characters that is neither empty nor too long. Names that were
 * read lately are remembered, a limited number of them, as most commands name a queue that another has just named.
 */
final class QueueNames {
    private static final int MOST_REMEMBERED = 256;

    private final int longestBytes;
    private final byte[][] keys = new byte[MOST_REMEMBERED][];
    private final String[] remembered = new String[MOST_REMEMBERED];

    QueueNames(int longestBytes) {
        this.longestBytes = longestBytes;
        Arrays.fill(keys, new byte[0]);
    }

    /** The name that the first bytes make. */
    String read(byte[] bytes, int length) throws BadFrame {
        int place = place(bytes, length);
        byte[] known = keys[place];
        if (length > 0 && Arrays.equals(known, 0, known.length, bytes, 0, length)) {
            return remembered[place];
        }
        byte[] key = Arrays.copyOf(bytes, length);
        String name = decode(key);
        keys[place] = key;
        remembered[place] = name;
        return name;
    }

    private static int place(byte[] bytes, int length) {
        int hash = length;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return Math.floorMod(hash, MOST_REMEMBERED);
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
            // Two queues must not look the same because what cannot be shown was replaced.
        }
        throw BadFrame.followed(GoqueueReplies.INVALID_QUEUE_NAME);
    }
}
