package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/** What a caller offers to show that a lease is its own: the token, the worker's name, or nothing. */
public record Claim(long token, @Nullable String worker) {
    /** For doors whose protocol names neither worker nor lease and allows a late answer. */
    public static final Claim NONE = new Claim(0, null);

    public static Claim ofToken(long token) {
        return new Claim(token, null);
    }

    public static Claim ofWorker(String worker) {
        return new Claim(0, worker);
    }

    public boolean isNone() {
        return token == 0 && worker == null;
    }

    public boolean matches(Lease lease) {
        return (token == 0 || token == lease.token()) && (worker == null || worker.equals(lease.worker()));
    }
}
