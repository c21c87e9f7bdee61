package dev.reeve.net.http;

import org.jspecify.annotations.Nullable;

/** Parser of query strings. */
final class QueryText {
    private QueryText() {}

    /** The decoded value of the first parameter with that name; null if there is none. */
    static @Nullable String find(@Nullable String query, String name) throws HttpError {
        int from = 0;
        while (query != null && from < query.length()) {
            int and = query.indexOf('&', from);
            int end = and < 0 ? query.length() : and;
            int equals = query.indexOf('=', from);
            int nameEnd = equals < 0 || equals > end ? end : equals;
            if (PercentCode.decode(query.substring(from, nameEnd), true).equals(name)) {
                return nameEnd == end ? "" : PercentCode.decode(query.substring(nameEnd + 1, end), true);
            }
            from = end + 1;
        }
        return null;
    }
}
