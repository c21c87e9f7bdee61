package dev.reeve.net.http;

import java.util.Arrays;

/**
 * Tells whether bytes are exactly one JSON value, as RFC 8259 has it. The bytes are UTF-8 already. It takes the same bytes as the
 * parser of requests, and is for payloads that are only passed on: it neither decodes nor keeps anything.
 */
final class JsonSyntax {
    /** As deep as the parser goes. */
    private static final int MOST_DEPTH = 1000;

    private static final int USUAL_DEPTH = 16;
    private static final int UNICODE_DIGITS = 4;

    private final byte[] text;
    private int at;
    private boolean[] isObject = new boolean[USUAL_DEPTH];
    private int depth;

    private JsonSyntax(byte[] text) {
        this.text = text;
    }

    static boolean isOneValue(byte[] utf8) {
        return new JsonSyntax(utf8).isOneValue();
    }

    private boolean isOneValue() {
        boolean valid = true;
        boolean more = true;
        while (valid && more) {
            int outer = depth;
            valid = value();
            if (valid && depth == outer) {
                more = afterValue();
                valid = more || (depth == 0 && at == text.length);
            }
        }
        return valid;
    }

    /** Passes a value, or the beginning of one with members; then {@link #depth} has grown, and the first member comes next. */
    private boolean value() {
        skipBlanks();
        return switch (peek()) {
            case '{' -> begin(true);
            case '[' -> begin(false);
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private boolean begin(boolean object) {
        if (depth == MOST_DEPTH) {
            return false;
        }
        at++;
        skipBlanks();
        if (peek() == (object ? '}' : ']')) {
            at++;
            return true;
        }
        if (depth == isObject.length) {
            isObject = Arrays.copyOf(isObject, 2 * depth);
        }
        isObject[depth++] = object;
        return !object || name();
    }

    /** Passes what follows a value, up to the next member. Returns whether there is one. */
    private boolean afterValue() {
        skipBlanks();
        while (depth > 0 && peek() == (isObject[depth - 1] ? '}' : ']')) {
            at++;
            depth--;
            skipBlanks();
        }
        if (depth == 0 || peek() != ',') {
            return false;
        }
        at++;
        return !isObject[depth - 1] || name();
    }

    private boolean name() {
        skipBlanks();
        boolean named = peek() == '"' && string();
        skipBlanks();
        named &= peek() == ':';
        at++;
        return named;
    }

    private boolean string() {
        at++;
        while (at < text.length) {
            byte next = text[at++];
            if (next == '"') {
                return true;
            }
            if ((next >= 0 && next < ' ') || (next == '\\' && !escaped())) {
                return false;
            }
        }
        return false;
    }

    private boolean escaped() {
        byte next = peek();
        at++;
        if (next != 'u') {
            return next > 0 && "\"\\/bfnrt".indexOf(next) >= 0;
        }
        for (int i = 0; i < UNICODE_DIGITS; i++) {
            if (Character.digit(peek(), 16) < 0) {
                return false;
            }
            at++;
        }
        return true;
    }

    private boolean word(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (peek() != word.charAt(i)) {
                return false;
            }
            at++;
        }
        return true;
    }

    private boolean number() {
        if (peek() == '-') {
            at++;
        }
        boolean startsWithZero = peek() == '0';
        int digits = digits();
        boolean valid = digits == 1 || (digits > 1 && !startsWithZero);
        if (valid && peek() == '.') {
            at++;
            valid = digits() > 0;
        }
        if (valid && (peek() == 'e' || peek() == 'E')) {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            valid = digits() > 0;
        }
        return valid;
    }

    /** Passes digits. Returns how many. */
    private int digits() {
        int from = at;
        while (peek() >= '0' && peek() <= '9') {
            at++;
        }
        return at - from;
    }

    private void skipBlanks() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            at++;
        }
    }

    /** The next byte; 0, which is part of no JSON, at the end. */
    private byte peek() {
        return at < text.length ? text[at] : 0;
    }
}
