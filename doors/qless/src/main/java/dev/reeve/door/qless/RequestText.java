package dev.reeve.door.qless;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Converts words of a request to text or numbers. */
final class RequestText {
    private RequestText() {}

    static String of(byte[] word) {
        return new String(word, StandardCharsets.UTF_8);
    }

    /** A command or option name in upper case; names are case-insensitive. */
    static String upper(byte[] word) {
        return new String(word, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }

    /** A lossless text for the bytes, used as a map key. */
    static String exact(byte[] word) {
        return new String(word, StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String exact) {
        return exact.getBytes(StandardCharsets.ISO_8859_1);
    }

    static OptionalLong integer(byte[] word) {
        try {
            return OptionalLong.of(Long.parseLong(of(word)));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    static Resp bulks(List<String> texts) {
        return Resp.array(texts.stream().map(Resp::bulk).toList());
    }
}
