package dev.reeve.net.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decoder of percent-encoded paths and queries. */
final class PercentCode {
    private PercentCode() {}

    /** The decoded value of the first parameter with that name in a target; null if there is none. */
    static @Nullable String parameter(String target, String name) throws HttpError {
        for (Map.Entry<String, String> parameter : parameters(target)) {
            if (parameter.getKey().equals(name)) {
                return parameter.getValue();
            }
        }
        return null;
    }

    /** The decoded parameters in a target, in order. */
    static List<Map.Entry<String, String>> parameters(String target) throws HttpError {
        List<Map.Entry<String, String>> found = new ArrayList<>();
        int mark = target.indexOf('?');
        int from = mark < 0 ? target.length() : mark + 1;
        while (from < target.length()) {
            int and = target.indexOf('&', from);
            int end = and < 0 ? target.length() : and;
            int equals = target.indexOf('=', from);
            int nameEnd = equals < 0 || equals > end ? end : equals;
            if (from < end) {
                String value = nameEnd == end ? "" : decode(target.substring(nameEnd + 1, end), true);
                found.add(Map.entry(decode(target.substring(from, nameEnd), true), value));
            }
            from = end + 1;
        }
        return found;
    }

    /** @param plusIsBlank true for queries, false for paths */
    static String decode(String text, boolean plusIsBlank) throws HttpError {
        if (text.indexOf('%') < 0 && (!plusIsBlank || text.indexOf('+') < 0) && isAscii(text)) {
            return text;
        }
        // An unencoded character beyond ASCII represents one raw byte of the request.
        byte[] raw = text.getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(raw.length);
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == '%') {
                decoded.write(hexByte(raw, i + 1));
                i += 2;
            } else {
                decoded.write(plusIsBlank && raw[i] == '+' ? ' ' : raw[i]);
            }
        }
        byte[] bytes = decoded.toByteArray();
        if (!Json.isUtf8(bytes)) {
            throw HttpError.badRequest("The path or the query is not UTF-8");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 127) {
                return false;
            }
        }
        return true;
    }

    private static int hexByte(byte[] raw, int at) throws HttpError {
        int high = at + 1 < raw.length ? Character.digit(raw[at], 16) : -1;
        int low = at + 1 < raw.length ? Character.digit(raw[at + 1], 16) : -1;
        if (high < 0 || low < 0) {
            throw HttpError.badRequest("The path or the query has a % without two hexadecimal digits");
        }
        return high << 4 | low;
    }
}
