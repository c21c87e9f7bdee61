package dev.reeve.door.api;

import dev.reeve.engine.job.Claim;

/** Lease tokens, which are strings here. */
final class LeaseToken {
    private static final long NEVER_GIVEN = -1;

    private LeaseToken() {}

    /** A text that cannot be a token is treated as a lease that is over. */
    static Claim claim(String token) {
        return Claim.ofRepeatable(token.matches("[1-9][0-9]{0,17}") ? Long.parseLong(token) : NEVER_GIVEN);
    }
}
