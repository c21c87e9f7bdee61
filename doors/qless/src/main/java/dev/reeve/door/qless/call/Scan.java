package dev.reeve.door.qless.call;

import dev.reeve.door.qless.Glob;
import dev.reeve.door.qless.Resp;
import java.util.List;
import java.util.Locale;

/**
 * The arguments of the SCAN commands.
 *
 * @param cursor the start of the page; 0 for the first page
 * @param type the type of keys to return; empty for all
 */
record Scan(long cursor, Glob pattern, int count, String type) {
    private static final Glob ALL = Glob.compile("*");
    private static final int DEFAULT_COUNT = 10;
    private static final int MAX_COUNT = 10_000;

    /** Parses the cursor at this index and the options after it. */
    static Scan of(List<String> words, int at) {
        Glob pattern = ALL;
        String type = "";
        long count = DEFAULT_COUNT;
        for (int i = at + 1; i < words.size(); i += 2) {
            if (i + 1 == words.size()) {
                throw new BadRead(BadRead.SYNTAX);
            }
            String value = words.get(i + 1);
            switch (words.get(i).toUpperCase(Locale.ROOT)) {
                case "MATCH" -> pattern = pattern(value);
                case "COUNT" -> count = BadRead.integer(value);
                case "TYPE" -> type = value.toLowerCase(Locale.ROOT);
                default -> throw new BadRead(BadRead.SYNTAX);
            }
        }
        if (count < 1) {
            throw new BadRead(BadRead.SYNTAX);
        }
        return new Scan(cursor(words.get(at)), pattern, (int) Math.min(MAX_COUNT, count), type);
    }

    static Glob pattern(String text) {
        if (Glob.isTooLong(text)) {
            throw new BadRead(Glob.TOO_LONG.text());
        }
        return Glob.compile(text);
    }

    private static long cursor(String word) {
        try {
            return Long.parseUnsignedLong(word);
        } catch (NumberFormatException e) {
            throw new BadRead("ERR invalid cursor");
        }
    }

    boolean matches(String name) {
        return pattern.matches(name);
    }

    static Resp page(long nextCursor, List<Resp> items) {
        return Resp.array(List.of(Resp.bulk(Long.toString(nextCursor)), Resp.array(items)));
    }
}
