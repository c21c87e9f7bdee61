package dev.reeve.engine.job;

import org.jspecify.annotations.Nullable;

/**
 * The proof that a caller presents to show that it holds a job.
 *
 * @param token the lease's fencing token, for {@link Kind#TOKEN} and {@link Kind#REPEATABLE}
 * @param worker the worker's name, for {@link Kind#WORKER}
 */
public record Claim(Kind kind, long token, @Nullable String worker) {
    /** No proof: for protocols without worker names and tokens, in which any client can finish an unfinished job. */
    public static final Claim NONE = new Claim(Kind.NONE, 0, null);

    /** No proof, but the job must be leased. */
    public static final Claim ANY_LEASE = new Claim(Kind.ANY_LEASE, 0, null);

    /** The kind of proof. */
    public enum Kind {
        NONE(0),
        ANY_LEASE(1),
        TOKEN(2),
        WORKER(3),
        /** As TOKEN, and the report that ended the lease may be repeated: it is answered as the first time. */
        REPEATABLE(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public static Kind ofCode(int code) {
            if (code < 0 || code >= values().length) {
                throw new IllegalArgumentException("no kind of claim has the code " + code);
            }
            return values()[code];
        }
    }

    public static Claim ofToken(long token) {
        return new Claim(Kind.TOKEN, token, null);
    }

    /** A token with which a report may be repeated, because the caller may have missed the reply. */
    public static Claim ofRepeatable(long token) {
        return new Claim(Kind.REPEATABLE, token, null);
    }

    public static Claim ofWorker(String worker) {
        return new Claim(Kind.WORKER, 0, worker);
    }

    /** Whether the proof is a token. */
    public boolean hasToken() {
        return kind == Kind.TOKEN || kind == Kind.REPEATABLE;
    }

    public boolean matches(Lease lease) {
        return switch (kind) {
            case NONE, ANY_LEASE -> true;
            case TOKEN, REPEATABLE -> token == lease.token();
            case WORKER -> worker != null && !worker.isEmpty() && worker.equals(lease.worker());
        };
    }
}
