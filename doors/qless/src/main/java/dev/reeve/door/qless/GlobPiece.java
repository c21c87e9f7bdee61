package dev.reeve.door.qless;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a {@link Glob} between two stars: one element for each character of the text.
 *
 * <p>The search is the Shift-And algorithm: bit {@code i} of the state says that the first {@code i + 1} elements match the
 * last characters. A character of the text costs one operation for 64 elements, whatever the text is.
 */
final class GlobPiece {
    private static final int MOST_KNOWN_CHARACTERS = 1024;

    private final List<Element> elements = new ArrayList<>(1);
    private final Map<Character, long[]> masks = new HashMap<>(0);

    /** A set of characters, as pairs of bounds. */
    private record Element(String ranges, boolean negated) {
        private static final Element ANY = new Element("", true);

        static Element of(char c) {
            return new Element("" + c + c, false);
        }

        /** Whether it is cheap to compare it with a character. */
        boolean isSimple() {
            return ranges.length() <= 2;
        }

        boolean matches(char c) {
            for (int i = 0; i < ranges.length(); i += 2) {
                if (c >= ranges.charAt(i) && c <= ranges.charAt(i + 1)) {
                    return !negated;
                }
            }
            return negated;
        }
    }

    int length() {
        return elements.size();
    }

    /** Parses up to the next star, and returns the place behind it; -1 at the end of the pattern. */
    int parse(String pattern, int from) {
        int at = from;
        while (at < pattern.length()) {
            char c = pattern.charAt(at++);
            if (c == '*') {
                return at;
            } else if (c == '[') {
                at = parseClass(pattern, at);
            } else if (c == '\\' && at < pattern.length()) {
                elements.add(Element.of(pattern.charAt(at++)));
            } else {
                elements.add(c == '?' ? Element.ANY : Element.of(c));
            }
        }
        return -1;
    }

    /** A class without a closing bracket ends with the pattern. */
    private int parseClass(String pattern, int from) {
        StringBuilder ranges = new StringBuilder();
        int length = pattern.length();
        boolean negated = from < length && pattern.charAt(from) == '^';
        int at = negated ? from + 1 : from;
        while (at < length && pattern.charAt(at) != ']') {
            if (pattern.charAt(at) == '\\' && at + 1 < length) {
                at++;
            }
            char first = pattern.charAt(at++);
            char last = first;
            if (at + 1 < length && pattern.charAt(at) == '-' && pattern.charAt(at + 1) != ']') {
                last = pattern.charAt(at + 1);
                at += 2;
            }
            ranges.append((char) Math.min(first, last)).append((char) Math.max(first, last));
        }
        elements.add(new Element(ranges.toString(), negated));
        return Math.min(at + 1, length);
    }

    boolean isAt(String text, int at) {
        for (int i = 0; i < elements.size(); i++) {
            if (!elements.get(i).matches(text.charAt(at + i))) {
                return false;
            }
        }
        return true;
    }

    /** The end of the first place between the bounds where all elements match; -1 if there is none. */
    int findEnd(String text, int from, int to) {
        int length = elements.size();
        if (length == 0) {
            return from;
        }
        if (length == 1 && elements.get(0).isSimple()) {
            return findEnd(elements.get(0), text, from, to);
        }
        if (length <= Long.SIZE) {
            return findShortEnd(text, from, to);
        }
        long[] state = new long[(length + Long.SIZE - 1) / Long.SIZE];
        long last = 1L << ((length - 1) % Long.SIZE);
        for (int at = from; at < to; at++) {
            long[] mask = mask(text.charAt(at));
            long carry = 1;
            for (int i = 0; i < state.length; i++) {
                long shifted = state[i] << 1 | carry;
                carry = state[i] >>> (Long.SIZE - 1);
                state[i] = shifted & mask[i];
            }
            if ((state[state.length - 1] & last) != 0) {
                return at + 1;
            }
        }
        return -1;
    }

    private static int findEnd(Element element, String text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (element.matches(text.charAt(at))) {
                return at + 1;
            }
        }
        return -1;
    }

    private int findShortEnd(String text, int from, int to) {
        long last = 1L << (elements.size() - 1);
        long state = 0;
        for (int at = from; at < to; at++) {
            state = (state << 1 | 1) & mask(text.charAt(at))[0];
            if ((state & last) != 0) {
                return at + 1;
            }
        }
        return -1;
    }

    /** The elements that match the character. Each character is compared with the elements once. */
    private long[] mask(char c) {
        long[] known = masks.get(c);
        if (known != null) {
            return known;
        }
        long[] mask = new long[(elements.size() + Long.SIZE - 1) / Long.SIZE];
        for (int i = 0; i < elements.size(); i++) {
            if (elements.get(i).matches(c)) {
                mask[i / Long.SIZE] |= 1L << (i % Long.SIZE);
            }
        }
        if (masks.size() < MOST_KNOWN_CHARACTERS) {
            masks.put(c, mask);
        }
        return mask;
    }
}
