package dev.reeve.server.net.http;

import java.nio.charset.StandardCharsets;

/** What may be a name. */
public final class NameRule {
    private NameRule() {}

    /** Whether the text is a queue's name in the eyes of the HTTP doors: {@code [A-Za-z0-9_.-]}, not too long. */
    public static boolean isPlain(String text, int longestBytes) {
        if (text.isEmpty() || text.length() > longestBytes) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '.' && c != '-') {
                return false;
            }
        }
        return true;
    }

    /** Whether the text can be a tag's or a worker's name: not empty, not too long, well-formed, no control characters. */
    public static boolean isText(String text, int longestBytes) {
        if (text.isEmpty() || text.length() > longestBytes) {
            return false;
        }
        boolean sound = text.codePoints().noneMatch(c -> Character.isISOControl(c) || isHalfCharacter(c));
        return sound && text.getBytes(StandardCharsets.UTF_8).length <= longestBytes;
    }

    private static boolean isHalfCharacter(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
