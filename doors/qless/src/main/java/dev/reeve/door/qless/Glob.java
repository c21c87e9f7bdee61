package dev.reeve.door.qless;

/**
 * A matcher for the patterns of PSUBSCRIBE and KEYS: {@code *}, {@code ?}, {@code [abc]}, {@code [^a-z]} and {@code \} to
 * escape a character. It backtracks only to the last star, so the run time is at most pattern length times text length.
 */
public final class Glob {
    private final String pattern;
    private int next;

    private Glob(String pattern) {
        this.pattern = pattern;
    }

    public static boolean matches(String pattern, String text) {
        return new Glob(pattern).matches(text);
    }

    private boolean matches(String text) {
        int afterStar = -1;
        int starMatchedTo = 0;
        int at = 0;
        while (at < text.length()) {
            if (next < pattern.length() && pattern.charAt(next) == '*') {
                afterStar = ++next;
                starMatchedTo = at;
            } else if (next < pattern.length() && matchesOne(text.charAt(at))) {
                at++;
            } else if (afterStar >= 0) {
                next = afterStar;
                at = ++starMatchedTo;
            } else {
                return false;
            }
        }
        while (next < pattern.length() && pattern.charAt(next) == '*') {
            next++;
        }
        return next == pattern.length();
    }

    /** Matches one character and advances past the pattern element for it. */
    private boolean matchesOne(char c) {
        char p = pattern.charAt(next++);
        if (p == '[') {
            return matchesClass(c);
        }
        if (p == '\\' && next < pattern.length()) {
            p = pattern.charAt(next++);
            return p == c;
        }
        return p == '?' || p == c;
    }

    private boolean matchesClass(char c) {
        boolean negated = next < pattern.length() && pattern.charAt(next) == '^';
        if (negated) {
            next++;
        }
        boolean found = false;
        while (next < pattern.length() && pattern.charAt(next) != ']') {
            found |= matchesRange(c);
        }
        // A class without a closing bracket ends with the pattern.
        next = Math.min(next + 1, pattern.length());
        return found != negated;
    }

    private boolean matchesRange(char c) {
        if (pattern.charAt(next) == '\\' && next + 1 < pattern.length()) {
            next++;
        }
        char from = pattern.charAt(next++);
        if (next + 1 < pattern.length() && pattern.charAt(next) == '-' && pattern.charAt(next + 1) != ']') {
            char to = pattern.charAt(next + 1);
            next += 2;
            return c >= Math.min(from, to) && c <= Math.max(from, to);
        }
        return from == c;
    }
}
