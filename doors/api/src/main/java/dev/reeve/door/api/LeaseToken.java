package dev.reeve.door.api;

import dev.reeve.engine.job.Claim;

/** Lease tokens, which are strings here. */
final class LeaseToken {
    private static final long NEVER_GIVEN = -1;
    private static final int MOST_DIGITS = 18;

    private LeaseToken() {}

    /** A text that cannot be a token is treated as a lease that is over. */
    static Claim claim(String token) {
        return Claim.ofRepeatable(isToken(token) ? Long.parseLong(token) : NEVER_GIVEN);
    }

    /** Whether the text is a number above 0 as it is printed. */
    private static boolean isToken(String text) {
        if (text.isEmpty() || text.length() > MOST_DIGITS || text.charAt(0) == '0') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
