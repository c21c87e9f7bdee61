package dev.reeve.access;

import org.jspecify.annotations.Nullable;

/**
 * What a client sends to prove who it is: a token, with or without a name, or a user's name and password.
 *
 * @param name the name that was sent; null if none was
 */
public record Secret(@Nullable String name, String text) {
    private static final int LONGEST = 1024;

    public static Secret ofToken(String token) {
        return new Secret(null, token);
    }

    boolean isTooLong() {
        return text.length() > LONGEST || (name != null && name.length() > LONGEST);
    }

    /** The secret is never shown. */
    @Override
    public String toString() {
        return "Secret[" + (name == null ? "" : name) + "]";
    }
}
