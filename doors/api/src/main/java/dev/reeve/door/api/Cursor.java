package dev.reeve.door.api;

import dev.reeve.net.http.HttpError;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Where a list goes on, as an opaque text: a hash of what is listed and in which order, and the position of the last
 * element. It never counts elements, so it stays right while jobs come and go.
 */
final class Cursor {
    private static final int HASH_BYTES = 8;

    private Cursor() {}

    /** @param list what is listed, and in which order */
    static String print(String list, byte[] position) {
        byte[] bytes = ByteBuffer.allocate(HASH_BYTES + position.length)
                .put(hash(list))
                .put(position)
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The position; an error if the cursor is of another list or of none. */
    static byte[] parse(String list, String text) throws HttpError {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            if (bytes.length > HASH_BYTES && Arrays.equals(Arrays.copyOf(bytes, HASH_BYTES), hash(list))) {
                return Arrays.copyOfRange(bytes, HASH_BYTES, bytes.length);
            }
        } catch (IllegalArgumentException e) {
            // Not base64: the same error as for a cursor of another list.
        }
        throw Problems.badCursor().error();
    }

    private static byte[] hash(String list) {
        return Arrays.copyOf(Sha256.of(List.of(list)), HASH_BYTES);
    }
}
