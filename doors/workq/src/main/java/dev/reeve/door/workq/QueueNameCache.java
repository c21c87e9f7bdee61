package dev.reeve.door.workq;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cache of queue names as strings. For frequent names, parsing a command allocates nothing and the hash code is already
 * computed.
 */
final class QueueNameCache {
    private static final int SLOTS = 1024;
    private static final boolean[] ALLOWED = new boolean[256];

    static {
        for (char c : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-".toCharArray()) {
            ALLOWED[c] = true;
        }
    }

    private final @Nullable Known[] known = new Known[SLOTS];

    @SuppressWarnings("ArrayRecordComponent")
    private record Known(byte[] bytes, String text) {}

    /** The name in these bytes, or null if it is not a valid name or is too long. */
    @Nullable
    String find(byte[] bytes, int from, int to, int longestBytes) {
        if (to == from || to - from > longestBytes) {
            return null;
        }
        int hash = 0;
        for (int i = from; i < to; i++) {
            if (!ALLOWED[bytes[i] & 0xFF]) {
                return null;
            }
            hash = 31 * hash + bytes[i];
        }
        int slot = (hash ^ hash >>> 15) & SLOTS - 1;
        Known kept = known[slot];
        if (kept == null || !Arrays.equals(kept.bytes, 0, kept.bytes.length, bytes, from, to)) {
            byte[] copy = Arrays.copyOfRange(bytes, from, to);
            kept = new Known(copy, new String(copy, StandardCharsets.US_ASCII));
            known[slot] = kept;
        }
        return kept.text;
    }
}
