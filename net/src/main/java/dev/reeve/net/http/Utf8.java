package dev.reeve.net.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8 validation. */
final class Utf8 {
    private Utf8() {}

    static boolean isValid(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] < 0) {
                return decodes(bytes, i);
            }
        }
        return true;
    }

    private static boolean decodes(byte[] bytes, int from) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, bytes.length - from));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
