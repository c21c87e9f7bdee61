package dev.reeve.engine.limit;

import dev.reeve.engine.collection.NonIterableMap;
import dev.reeve.engine.collection.RankedSet;
import dev.reeve.engine.job.HeapBytes;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits by pattern. A pattern is a key, or the beginning of keys and an asterisk. If several match a key, the longest
 * one counts, and the key itself before all others.
 */
public final class LimitTable {
    public static final int MAX_PATTERNS = 1_000;

    /** The estimated memory of a limit without its pattern. */
    public static final long BYTES = Limit.BYTES + 24 + HeapBytes.HASH_ENTRY + HeapBytes.SLOT;

    private static final char ANY = '*';

    /** A limit and whom it is for. */
    public record Row(String pattern, Limit limit) {}

    private final RankedSet<Row> rows = new RankedSet<>(Comparator.comparing(Row::pattern));
    private final NonIterableMap<String, Row> byPattern = new NonIterableMap<>();
    private long bytes;

    LimitTable() {}

    /** Whether the text is a pattern: it has no asterisk but at its end. */
    public static boolean isPattern(String text) {
        int any = text.indexOf(ANY);
        return any < 0 || any == text.length() - 1;
    }

    /** What the keys of the pattern begin with, or the key if it has no asterisk. */
    public static String prefix(String pattern) {
        return isOpen(pattern) ? pattern.substring(0, pattern.length() - 1) : pattern;
    }

    private static boolean isOpen(String pattern) {
        return !pattern.isEmpty() && pattern.charAt(pattern.length() - 1) == ANY;
    }

    public static boolean matches(String pattern, String key) {
        return isOpen(pattern) ? key.startsWith(prefix(pattern)) : key.equals(pattern);
    }

    public @Nullable Limit get(String pattern) {
        Row row = byPattern.get(pattern);
        return row == null ? null : row.limit();
    }

    /** The row that counts for the key; null if it has no limit. */
    public @Nullable Row of(String key) {
        if (rows.isEmpty()) {
            return null;
        }
        Row row = byPattern.get(key);
        for (int length = key.length(); row == null && length >= 0; length--) {
            row = byPattern.get(key.substring(0, length) + ANY);
        }
        return row;
    }

    public int size() {
        return rows.size();
    }

    public RankedSet<Row> rows() {
        return rows;
    }

    /** The rows whose patterns follow the given text, ordered by pattern. */
    public List<Row> after(String pattern, int limit) {
        return rows.page(rows.rankOf(row -> row.pattern().compareTo(pattern) <= 0 ? -1 : 0), limit);
    }

    void put(String pattern, Limit limit) {
        remove(pattern);
        Row row = new Row(pattern, limit);
        rows.add(row);
        byPattern.put(pattern, row);
        bytes += BYTES + HeapBytes.string(pattern);
    }

    void remove(String pattern) {
        Row row = byPattern.remove(pattern);
        if (row != null) {
            rows.remove(row);
            bytes -= BYTES + HeapBytes.string(pattern);
        }
    }

    void clear() {
        rows.clear();
        byPattern.clear();
        bytes = 0;
    }

    long sizeBytes() {
        return bytes;
    }
}
