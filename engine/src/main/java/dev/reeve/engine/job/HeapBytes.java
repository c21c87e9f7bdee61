package dev.reeve.engine.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What objects take of the heap, with compressed references (a heap below 32 GiB) and objects aligned to eight bytes.
 * {@code HeapCostTest} compares the sums with what the heap really pays.
 */
public final class HeapBytes {
    /** A reference in an array that is on average filled to two thirds, as the nodes of a tree are. */
    public static final long SLOT = 6;

    /** An entry of a hash table, with its place in the table. */
    public static final long HASH_ENTRY = 40;

    /** A sorted set with up to eight elements. */
    public static final long SMALL_SET = 104;

    /** A key of a multimap, with its set. */
    public static final long MULTIMAP_KEY = HASH_ENTRY + SMALL_SET;

    /** A time in a list. */
    public static final long BOXED_TIME = 28;

    private static final long ARRAY_HEADER = 16;
    private static final long STRING = 24;
    private static final long LIST = 24;
    private static final int LARGEST_LATIN_1 = 0xff;

    private HeapBytes() {}

    public static long array(long length) {
        return (ARRAY_HEADER + length + 7) & ~7L;
    }

    public static long array(byte @Nullable [] bytes) {
        return bytes == null ? 0 : array(bytes.length);
    }

    /** A string of its own. Null and the empty string take nothing. */
    public static long string(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return 0;
        }
        return STRING + array(isLatin1(text) ? text.length() : 2L * text.length());
    }

    /** The most that a string of that length takes. */
    public static long longestString(int length) {
        return length == 0 ? 0 : STRING + array(2L * length);
    }

    private static boolean isLatin1(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > LARGEST_LATIN_1) {
                return false;
            }
        }
        return true;
    }

    /** An immutable list without its elements. */
    public static long list(List<?> list) {
        return list.isEmpty() ? 0 : LIST + array(4L * list.size());
    }
}
