package dev.reeve.server.net.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a body says that it is. */
final class MediaType {
    private MediaType() {}

    /** Whether it is {@code application/json} or something that ends in {@code +json}, whatever its parameters. */
    static boolean isJson(@Nullable String header) {
        if (header == null) {
            return false;
        }
        int semicolon = header.indexOf(';');
        String type = (semicolon < 0 ? header : header.substring(0, semicolon)).strip();
        if (type.equals("application/json")) {
            return true;
        }
        String lower = type.toLowerCase(Locale.ROOT);
        return lower.equals("application/json") || (lower.indexOf('/') > 0 && lower.endsWith("+json"));
    }
}
