package dev.reeve.net;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cache of names as strings. A frequent name is not decoded and checked again: it allocates nothing, and its hash code is
 * already computed.
 */
public final class NameCache {
    private static final int SLOTS = 1024;

    private final Decoder decoder;
    private final byte[][] keys = new byte[SLOTS][];
    private final String[] names = new String[SLOTS];

    /** Decodes a name. */
    @FunctionalInterface
    public interface Decoder {
        /** Returns null for bytes that are not a valid name; an empty name is never valid. */
        @Nullable
        String decode(byte[] bytes);
    }

    public NameCache(Decoder decoder) {
        this.decoder = decoder;
        Arrays.fill(keys, new byte[0]);
    }

    /** The name in these bytes; null if it is not valid. */
    public @Nullable String find(byte[] bytes, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash ^ hash >>> 15) & SLOTS - 1;
        byte[] known = keys[slot];
        return from < to && Arrays.equals(known, 0, known.length, bytes, from, to)
                ? names[slot]
                : decode(Arrays.copyOfRange(bytes, from, to), slot);
    }

    private @Nullable String decode(byte[] bytes, int slot) {
        String name = bytes.length == 0 ? null : decoder.decode(bytes);
        if (name != null) {
            keys[slot] = bytes;
            names[slot] = name;
        }
        return name;
    }

    /**
     * The bytes as text; null if they are not valid UTF-8, or contain control characters or the replacement character.
     * Undecodable bytes are not replaced, because two different names could become the same.
     */
    public static @Nullable String decodeText(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return text.chars().anyMatch(c -> Character.isISOControl(c) || c == 0xFFFD) ? null : text;
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
