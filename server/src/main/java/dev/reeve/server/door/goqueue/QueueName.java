package dev.reeve.server.door.goqueue;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Which bytes name a queue: UTF-8 text without control characters that is neither empty nor too long. */
final class QueueName {
    private QueueName() {}

    static String read(byte[] bytes, int longestBytes) throws BadFrame {
        if (bytes.length == 0 || bytes.length > longestBytes) {
            throw BadFrame.followed(Words.INVALID_QUEUE_NAME);
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
        throw BadFrame.followed(Words.INVALID_QUEUE_NAME);
    }
}
