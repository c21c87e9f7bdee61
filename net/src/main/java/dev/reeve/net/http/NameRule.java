package dev.reeve.net.http;

import java.nio.charset.StandardCharsets;

/** Validation of names. */
public final class NameRule {
    private NameRule() {}

    /** Whether the text is a valid queue name of the HTTP doors: {@code [A-Za-z0-9_.-]}, within the length limit. */
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

    /**
     * Whether the text is a valid tag or worker name: not empty, within the length limit, well-formed, without control
     * characters.
     */
    public static boolean isText(String text, int longestBytes) {
        if (text.isEmpty() || text.length() > longestBytes) {
            return false;
        }
        if (isPrintableAscii(text)) {
            return true;
        }
        boolean wellFormed = text.codePoints()
                .noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
        return wellFormed && text.getBytes(StandardCharsets.UTF_8).length <= longestBytes;
    }

    /** Most names are: such a text has as many bytes as characters. */
    private static boolean isPrintableAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }
}
