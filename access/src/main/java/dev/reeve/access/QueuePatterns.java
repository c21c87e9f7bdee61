package dev.reeve.access;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Patterns of queue names. A queue matches if a pattern matches it and no pattern with {@code !} does. A star stands for any
 * characters. Without a pattern, or with exclusions only, every queue that is not excluded matches.
 */
public final class QueuePatterns {
    public static final QueuePatterns ALL = new QueuePatterns(List.of());

    static final int MOST_PATTERNS = 100;
    private static final int LONGEST_PATTERN = 256;
    private static final String EXCLUSION = "!";
    private static final String ANYTHING = "*";

    private final List<String> patterns;
    private final List<String> included;
    private final List<String> excluded;
    private final boolean matchesAll;

    private QueuePatterns(List<String> patterns) {
        this.patterns = List.copyOf(patterns);
        this.included = patterns.stream()
                .filter(pattern -> !pattern.startsWith(EXCLUSION))
                .toList();
        this.excluded = patterns.stream()
                .filter(pattern -> pattern.startsWith(EXCLUSION))
                .map(pattern -> pattern.substring(EXCLUSION.length()))
                .toList();
        this.matchesAll = excluded.isEmpty() && (included.isEmpty() || included.contains(ANYTHING));
    }

    /** Throws an IllegalArgumentException whose message names the first pattern that is not one. */
    public static QueuePatterns of(List<String> patterns) {
        if (patterns.size() > MOST_PATTERNS) {
            throw new IllegalArgumentException("at most " + MOST_PATTERNS + " patterns are allowed");
        }
        patterns.forEach(QueuePatterns::check);
        return new QueuePatterns(patterns);
    }

    private static void check(String pattern) {
        String name = pattern.startsWith(EXCLUSION) ? pattern.substring(EXCLUSION.length()) : pattern;
        boolean valid = !name.isEmpty()
                && name.length() <= LONGEST_PATTERN
                && !name.startsWith(EXCLUSION)
                && name.codePoints()
                        .noneMatch(c -> Character.isISOControl(c) || c == ' ' || c == ',' || c == '"' || c == '\\');
        if (!valid) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a pattern of queues such as mail* or !mail.internal, of up to".formatted(pattern)
                            + " " + LONGEST_PATTERN + " characters without blanks, commas, quotes and backslashes");
        }
    }

    public boolean matches(String queue) {
        return matchesAll || ((included.isEmpty() || matchesAny(included, queue)) && !matchesAny(excluded, queue));
    }

    /** Whether every queue matches, also one that does not exist yet. */
    public boolean matchesAll() {
        return matchesAll;
    }

    public List<String> patterns() {
        return patterns;
    }

    private static boolean matchesAny(List<String> patterns, String queue) {
        for (String pattern : patterns) {
            if (matches(pattern, queue)) {
                return true;
            }
        }
        return false;
    }

    /** Matches with one step back to the last star, so the time is bounded by the product of the lengths. */
    private static boolean matches(String pattern, String name) {
        int p = 0;
        int n = 0;
        int star = -1;
        int resumeAt = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resumeAt = n;
            } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++resumeAt;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueuePatterns that && patterns.equals(that.patterns);
    }

    @Override
    public int hashCode() {
        return patterns.hashCode();
    }

    /** The patterns, separated by commas. */
    @Override
    public String toString() {
        return patterns.isEmpty() ? ANYTHING : patterns.stream().collect(Collectors.joining(","));
    }
}
