package dev.reeve.server.door.qless;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Words of a request, read as text or as a number. */
final class RequestText {
    private RequestText() {}

    static String of(byte[] word) {
        return new String(word, StandardCharsets.UTF_8);
    }

    /** The name of a command or an option, which may be written in any case. */
    static String upper(byte[] word) {
        return new String(word, StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }

    /** A text that stands for these bytes and no others, for looking them up. */
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
        return new Resp.Array(texts.stream().map(Resp::bulk).toList());
    }
}
